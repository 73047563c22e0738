import AlertCircle from "@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs";
import CircleCheck from "@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs";
import Contrast from "@tabler/icons-react/dist/esm/icons/IconContrast.mjs";
import Copy from "@tabler/icons-react/dist/esm/icons/IconCopy.mjs";
import Eye from "@tabler/icons-react/dist/esm/icons/IconEye.mjs";
import EyeOff from "@tabler/icons-react/dist/esm/icons/IconEyeOff.mjs";
import InfoCircle from "@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs";
import Lock from "@tabler/icons-react/dist/esm/icons/IconLock.mjs";
import Mail from "@tabler/icons-react/dist/esm/icons/IconMail.mjs";
import MessageDots from "@tabler/icons-react/dist/esm/icons/IconMessageDots.mjs";
import Moon from "@tabler/icons-react/dist/esm/icons/IconMoon.mjs";
import Sun from "@tabler/icons-react/dist/esm/icons/IconSun.mjs";
import WifiOff from "@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs";
import X from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import type { ComponentType, SVGProps } from "react";

/**
 * An icon of Tabler in our stroke; decoration only, so the words beside it carry the meaning. Each is imported by its
 * own file: the package's index would make every test and build read all 6,000.
 */
export function icon(Drawing: ComponentType<Omit<SVGProps<SVGSVGElement>, "stroke"> & { stroke?: number }>) {
  return function Icon() {
    return <Drawing className="icon" stroke={1.75} aria-hidden="true" focusable="false" />;
  };
}

export type IconComponent = ReturnType<typeof icon>;

export const LockIcon = icon(Lock);
export const SupportIcon = icon(MessageDots);
export const SunIcon = icon(Sun);
export const MoonIcon = icon(Moon);
export const AutoIcon = icon(Contrast);
export const EyeIcon = icon(Eye);
export const EyeOffIcon = icon(EyeOff);
export const CopyIcon = icon(Copy);
export const CheckIcon = icon(CircleCheck);
export const AlertIcon = icon(AlertCircle);
export const InfoIcon = icon(InfoCircle);
export const MailIcon = icon(Mail);
export const CloseIcon = icon(X);
export const OfflineIcon = icon(WifiOff);
