import { keysOf } from "../sure.ts";
/** How news reaches a member: in the portal's feed, by mail, or as a message of the browser. */
export const channels = ["app", "mail", "push"] as const;
export type Channel = (typeof channels)[number];

/**
 * What a member can choose for a channel: `on` and `off` are the defaults of a choice, `always` cannot be turned off,
 * and by a channel with `never` nothing of this topic is sent.
 */
export type ChannelRule = "on" | "off" | "always" | "never";

interface Topic {
  /** As the settings list it. */
  readonly label: string;
  readonly help: string;
  readonly channels: Readonly<Record<Channel, ChannelRule>>;
}

const chosen = { app: "on", mail: "on", push: "on" } as const;

/** What the news is about: members choose their channels by topic. */
export const topics = {
  credited: {
    label: "Credited",
    help: "Coins or a stake that another member gave you.",
    channels: chosen,
  },
  approved: {
    label: "Approved",
    help: "Your staking request, PAN or bank details were approved.",
    channels: chosen,
  },
  rejected: {
    label: "Rejected",
    help: "Your staking request, withdrawal, PAN or bank details were rejected.",
    channels: chosen,
  },
  paid: { label: "Paid", help: "Your withdrawal was paid.", channels: chosen },
  team: {
    label: "New team member",
    help: "Somebody joined with you as the sponsor.",
    channels: { app: "on", mail: "never", push: "on" },
  },
  closing: {
    label: "Closing done",
    help: "The rewards of the day are in your wallets. This comes after midnight.",
    // Not by default: it would wake people up every night.
    channels: { app: "on", mail: "never", push: "off" },
  },
  stakes: {
    label: "End of a stake",
    help: "A week before a stake ends, and when it has ended.",
    channels: { app: "on", mail: "never", push: "never" },
  },
  notices: {
    label: "Notices",
    help: "What is new on the notice board.",
    channels: { app: "on", mail: "never", push: "on" },
  },
  plan: {
    label: "Plan",
    help: "A new version of the plan, before it begins.",
    channels: { app: "always", mail: "always", push: "on" },
  },
  support: {
    label: "Support",
    help: "Our answers to your messages.",
    channels: chosen,
  },
  news: {
    label: "News",
    help: "News and offers by mail. Mails about your account and your money come anyway.",
    channels: { app: "never", mail: "on", push: "never" },
  },
  security: {
    label: "Security",
    help: "Changes of your account, and what FC Portal staff did.",
    channels: { app: "always", mail: "always", push: "on" },
  },
} as const satisfies Record<string, Topic>;

export type TopicName = keyof typeof topics;
export const topicNames = keysOf(topics);

export function isChoice(rule: ChannelRule): rule is "on" | "off" {
  return rule === "on" || rule === "off";
}

/** What holds for a member who has chosen nothing, or `chose` this. */
export function isOn(rule: ChannelRule, chose?: boolean): boolean {
  return isChoice(rule) ? (chose ?? rule === "on") : rule === "always";
}
