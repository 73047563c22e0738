import { icon } from "./icons.tsx";

// Of the signed-in area and of the console; those of the first pages are in icons.tsx.

export const HomeIcon = icon(
  <path d="M4 10.5 12 4l8 6.5V19a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" />,
);
export const NoticeIcon = icon(
  <path d="M18 8a3 3 0 0 1 0 6M10 8v11a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-5M12 8l4.5-3.7A.9.9 0 0 1 18 5v12a.9.9 0 0 1-1.5.7L12 14H5a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1z" />,
);
export const BellIcon = icon(
  <>
    <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15z" />
    <path d="M10 20.5a2.2 2.2 0 0 0 4 0" />
  </>,
);
export const ShieldIcon = icon(
  <>
    <path d="M12 3.5 5 6v5.5c0 4.3 2.9 7.6 7 9 4.1-1.4 7-4.7 7-9V6z" />
    <path d="m9 12 2.2 2.2L15.2 10" />
  </>,
);
export const ComputerIcon = icon(
  <>
    <rect x="3.5" y="5" width="17" height="11" rx="1.5" />
    <path d="M9 20h6M12 16v4" />
  </>,
);
export const PhoneIcon = icon(
  <>
    <rect x="7" y="3.5" width="10" height="17" rx="2" />
    <path d="M11 17.5h2" />
  </>,
);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />);
export const SidebarIcon = icon(
  <>
    <rect x="4" y="5" width="16" height="14" rx="2" />
    <path d="M9.5 5v14" />
  </>,
);
export const PowerIcon = icon(
  <>
    <path d="M12 4v8" />
    <path d="M7.4 7a7 7 0 1 0 9.2 0" />
  </>,
);
export const ArrowIcon = icon(<path d="M9.5 5.5 16 12l-6.5 6.5" />);
export const ChevronIcon = icon(<path d="m7 10 5 5 5-5" />);
export const TeamIcon = icon(
  <>
    <circle cx="9" cy="8.5" r="3.5" />
    <path d="M3 19.5c0-3.3 2.7-5.5 6-5.5s6 2.2 6 5.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M17.5 14.4c2.1.8 3.5 2.6 3.5 5.1" />
  </>,
);
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20c.4-3.9 3.5-6 7.5-6s7.1 2.1 7.5 6" />
  </>,
);
export const BankIcon = icon(
  <path d="M4 9.5 12 5l8 4.5zM6 10v6.5M10 10v6.5M14 10v6.5M18 10v6.5M4 19.5h16" />,
);
export const CardIcon = icon(
  <>
    <rect x="3.5" y="5.5" width="17" height="13" rx="2" />
    <circle cx="8.5" cy="11" r="2" />
    <path d="M5.5 16c.5-1.7 1.6-2.5 3-2.5s2.5.8 3 2.5M14.5 10H18M14.5 13.5H18" />
  </>,
);
export const CoinIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="m12 7.5 4 4.5-4 4.5L8 12z" />
  </>,
);
export const AddMemberIcon = icon(
  <>
    <circle cx="10" cy="8.5" r="3.5" />
    <path d="M3.5 19.5c0-3.3 2.9-5.5 6.5-5.5 1.7 0 3.3.5 4.5 1.4M18 14.5v6M15 17.5h6" />
  </>,
);
export const LinkIcon = icon(
  <path d="M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.1 3.1a4 4 0 0 0 5.7 5.7l1.1-1.1" />,
);
export const ShareIcon = icon(
  <>
    <circle cx="17.5" cy="5.5" r="2.5" />
    <circle cx="6.5" cy="12" r="2.5" />
    <circle cx="17.5" cy="18.5" r="2.5" />
    <path d="m8.7 10.8 6.6-4M8.7 13.2l6.6 4" />
  </>,
);
export const DownloadIcon = icon(<path d="M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 19.5h15" />);
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 4.5 4.5" />
  </>,
);
export const TreeIcon = icon(
  <>
    <rect x="9" y="3.5" width="6" height="5" rx="1.5" />
    <rect x="3" y="15.5" width="6" height="5" rx="1.5" />
    <rect x="15" y="15.5" width="6" height="5" rx="1.5" />
    <path d="M12 8.5V12M6 15.5V12h12v3.5" />
  </>,
);
export const ListIcon = icon(<path d="M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01" />);
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </>,
);
export const WithdrawIcon = icon(
  <path d="M12 14.5V4M8 8l4-4 4 4M4.5 13v5a1.5 1.5 0 0 0 1.5 1.5h12a1.5 1.5 0 0 0 1.5-1.5v-5" />,
);
export const TransferIcon = icon(<path d="M4 8.5h15M15.5 5 19 8.5 15.5 12M20 15.5H5M8.5 12 5 15.5 8.5 19" />);
export const ReportIcon = icon(
  <>
    <path d="M6.5 3.5h8l4 4v12a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1z" />
    <path d="M14 3.5v4.5h4.5M9 12.5h6M9 16h4" />
  </>,
);
export const WalletIcon = icon(
  <>
    <path d="M18.5 8V6A1.5 1.5 0 0 0 17 4.5H6a2 2 0 0 0-2 2V17a2.5 2.5 0 0 0 2.5 2.5H18a1.5 1.5 0 0 0 1.5-1.5V9.5A1.5 1.5 0 0 0 18 8H6a2 2 0 0 1-2-1.5" />
    <path d="M16 13.750h.01" />
  </>,
);
export const EarningIcon = icon(<path d="M4 4.5v15h16M7.5 15l4-4.5 3.5 3 5-6M16 7.5h4v4" />);
export const GiftIcon = icon(
  <>
    <path d="M4.5 8.5h15v4h-15zM6 12.5h12v7H6zM12 8.5v11" />
    <path d="M12 8.5C9 8.5 7.5 7.4 7.5 6a1.9 1.9 0 0 1 1.9-2C11 4 12 6 12 8.5zm0 0c3 0 4.5-1.1 4.5-2.5a1.9 1.9 0 0 0-1.9-2C13 4 12 6 12 8.5z" />
  </>,
);
export const BackIcon = icon(<path d="M14.5 5.5 8 12l6.5 6.5" />);
export const PlusIcon = icon(<path d="M12 5.5v13M5.5 12h13" />);
export const MinusIcon = icon(<path d="M5.5 12h13" />);
export const FitIcon = icon(<path d="M4.5 9V4.5H9M15 4.5h4.5V9M19.5 15v4.5H15M9 19.5H4.5V15" />);
export const PictureIcon = icon(
  <>
    <rect x="3.5" y="5" width="17" height="14" rx="2" />
    <circle cx="8.75" cy="9.75" r="1.5" />
    <path d="m4 17 5-4.5 3.5 3 3-2.5 4.5 4" />
  </>,
);
export const StakeIcon = icon(
  <>
    <ellipse cx="12" cy="6.5" rx="7" ry="3" />
    <path d="M5 6.5v5.5c0 1.7 3.1 3 7 3s7-1.3 7-3V6.5M5 12v5.5c0 1.7 3.1 3 7 3s7-1.3 7-3V12" />
  </>,
);
export const PlanIcon = icon(
  <>
    <path d="M6 3.5h8.5L18.5 8v11a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 19V5A1.5 1.5 0 0 1 6 3.5z" />
    <path d="M14 3.5V8.5h4.5M8 12.5h7M8 16h5" />
  </>,
);
export const TransparencyIcon = icon(
  <>
    <path d="M4 4.5v15h16" />
    <path d="M8 16v-5M12 16V8M16 16v-3" />
  </>,
);
export const SettingsIcon = icon(<path d="M4 7.5h9M18 7.5h2M4 16.5h2M11 16.5h9M15.5 5v5M8.5 14v5" />);
