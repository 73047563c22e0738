import { refIdFrom } from "@fc/contract/ref-id";

/** The same on every machine, and in the README. Never in production. */
export const demoPassword = "Mango-Monsoon-7";

/** The head of the demo network, and the first of her left and of her right team. */
export const demoLogins = [
  { refId: refIdFrom("ASHA22"), name: "Asha Verma", gender: "F", email: "asha.verma@example.com" },
  { refId: refIdFrom("RAVK33"), name: "Ravi Kumar", gender: "M", email: "ravi.kumar@example.com" },
  { refId: refIdFrom("MEERA4"), name: "Meera Nair", gender: "F", email: "meera.nair@example.com" },
] as const;
