import { refIdFrom } from "@fc/contract/ref-id";

/** The same on every machine, and in the README. Never in production. */
export const demoPassword = "Mango-Monsoon-7";

export const demoLogins = [
  { refId: refIdFrom("ASHA22"), name: "Asha Verma", email: "asha.verma@example.com" },
  { refId: refIdFrom("RAVK33"), name: "Ravi Kumar", email: "ravi.kumar@example.com" },
  { refId: refIdFrom("MEERA4"), name: "Meera Nair", email: "meera.nair@example.com" },
] as const;
