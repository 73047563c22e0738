import { refIdFrom } from "@fc/contract/ref-id";

/** The same on every machine and in the README. Never used in production. */
export const demoPassword = "Mango-Monsoon-7";

/** The root of the demo network and the first members of her left and right leg. */
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

/** An admin of the console who may sign in without an authenticator app. */
export const demoOperator = { email: "operator@example.com", name: "Demo Operator" } as const;

/** A second admin, who opened the company that moved in: the demo of any size has one. */
export const secondDemoOperator = { email: "second.operator@example.com", name: "Second Operator" } as const;

/** Internal accounts. Members can send coins to the first; transfer reports show neither of them. */
export const demoInternalAccounts = [
  { refId: refIdFrom("HAUS22"), name: "FC Treasury", email: "treasury@example.com" },
  { refId: refIdFrom("HAUS33"), name: "FC Operations", email: "operations@example.com" },
] as const;
