import { refIdFrom } from "@fc/contract/ref-id";

/** The same on every machine, and in the README. Never in production. */
export const demoPassword = "Mango-Monsoon-7";

/** The head of the demo network, and the first of her left and of her right team. */
export const demoLogins = [
  {
    refId: refIdFrom("ASHA22"),
    name: "Asha Verma",
    gender: "F",
    email: "asha.verma@example.com",
    stakeUsd: 1000,
  },
  {
    refId: refIdFrom("RAVK33"),
    name: "Ravi Kumar",
    gender: "M",
    email: "ravi.kumar@example.com",
    stakeUsd: 500,
  },
  {
    refId: refIdFrom("MEERA4"),
    name: "Meera Nair",
    gender: "F",
    email: "meera.nair@example.com",
    stakeUsd: 150,
  },
] as const;

/** Runs the business in the console, and may do without an authenticator app. */
export const demoOperator = { email: "operator@example.com", name: "Demo Operator" } as const;

/** Internal accounts: members can send coins to the first; neither is shown in their transfer reports. */
export const demoInternalAccounts = [
  { refId: refIdFrom("HAUS22"), name: "FC Treasury", email: "treasury@example.com" },
  { refId: refIdFrom("HAUS33"), name: "FC Operations", email: "operations@example.com" },
] as const;
