/** Two branches from one root, left and right: the brand's mark. */
export function LogoMark() {
  return (
    <svg width="36" height="36" viewBox="0 0 36 36" aria-hidden="true" focusable="false">
      <rect width="36" height="36" rx="10" fill="#58309d" />
      <path
        d="M18 9.5v6.5M18 16c0 4-7.5 2.5-7.5 8M18 16c0 4 7.5 2.5 7.5 8"
        fill="none"
        stroke="#cbb3f3"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <circle cx="18" cy="9.5" r="3.25" fill="#fff" />
      <circle cx="10.5" cy="25.5" r="3.25" fill="#86ccee" />
      <circle cx="25.5" cy="25.5" r="3.25" fill="#86ccee" />
    </svg>
  );
}

export function Brand() {
  return (
    <span className="row brand">
      <LogoMark />
      <span translate="no">FC Portal</span>
    </span>
  );
}
