import ArrowDown from "@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs";
import ArrowUp from "@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs";
import BrandWhatsapp from "@tabler/icons-react/dist/esm/icons/IconBrandWhatsapp.mjs";
import HelpCircle from "@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs";
import Language from "@tabler/icons-react/dist/esm/icons/IconLanguage.mjs";
import Send from "@tabler/icons-react/dist/esm/icons/IconSend.mjs";
import Template from "@tabler/icons-react/dist/esm/icons/IconTemplate.mjs";
import { icon } from "./icons.tsx";

// Of screens that no first page shows: among the others every home page would load them.

export const DownIcon = icon(ArrowDown);
export const UpIcon = icon(ArrowUp);
export const WhatsAppIcon = icon(BrandWhatsapp);
export const QuestionIcon = icon(HelpCircle);
export const SendIcon = icon(Send);
export const TextIcon = icon(Template);
export const LanguageIcon = icon(Language);
