/** The two-letter codes of all countries (ISO 3166). */
export const countryCodes: readonly string[] = `
  AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ
  CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK
  FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS
  IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK
  ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL
  PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC
  TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
`
  .trim()
  .split(/\s+/);

export const homeCountry = "IN";

// oxfmt-ignore
/** How many digits a country's PIN has. Countries that are not listed accept 3 to 10 digits. */
const pinLengths: Readonly<Record<string, number>> = {
  AU: 4, BD: 4, BT: 5, CH: 4, CN: 6, DE: 5, ES: 5, FR: 5, ID: 5, IT: 5, KE: 5, KW: 5, LK: 5, MM: 5,
  MU: 5, MV: 5, MY: 5, NP: 5, NZ: 4, OM: 3, PH: 4, PK: 5, RU: 6, SA: 5, SG: 6, TH: 5, US: 5, ZA: 4,
};

export type PinProblem = "digits" | "india" | "length";

/** Why this is not a PIN of that country. An empty PIN is allowed, because many countries have none. */
export function pinProblem(pin: string, country: string): PinProblem | undefined {
  if (pin === "") return undefined;
  if (!/^\d+$/.test(pin)) return "digits";
  // In India the first digit is the region, 1 to 9.
  if (country === homeCountry) return /^[1-9]\d{5}$/.test(pin) ? undefined : "india";
  const length = pinLengths[country];
  const fits = length === undefined ? pin.length >= 3 && pin.length <= 10 : pin.length === length;
  return fits ? undefined : "length";
}
