import Book from "@tabler/icons-react/dist/esm/icons/IconBook.mjs";
import Books from "@tabler/icons-react/dist/esm/icons/IconBooks.mjs";
import FileCertificate from "@tabler/icons-react/dist/esm/icons/IconFileCertificate.mjs";
import Hexagons from "@tabler/icons-react/dist/esm/icons/IconHexagons.mjs";
import History from "@tabler/icons-react/dist/esm/icons/IconHistory.mjs";
import Mails from "@tabler/icons-react/dist/esm/icons/IconMailForward.mjs";
import HandStop from "@tabler/icons-react/dist/esm/icons/IconHandStop.mjs";
import ReceiptTax from "@tabler/icons-react/dist/esm/icons/IconReceiptTax.mjs";
import TransferIn from "@tabler/icons-react/dist/esm/icons/IconTransferIn.mjs";
import { icon } from "../ui/icons/icons.tsx";

// Of pages that only the console has.

export const BookIcon = icon(Book);
export const BooksIcon = icon(Books);
export const BulkMailIcon = icon(Mails);
export const ChainIcon = icon(Hexagons);
export const DepositIcon = icon(TransferIn);
export const DocumentIcon = icon(FileCertificate);
export const LogIcon = icon(History);
export const PauseIcon = icon(HandStop);
export const TaxIcon = icon(ReceiptTax);
