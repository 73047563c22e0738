import { parseSync, Visitor, type ESTree } from "vite";

/**
 * The file of the screen at each address, as router.tsx has it: of every call that names an address, as its first
 * argument or as its `path`, and imports a screen.
 */
export function pageScreens(router: string): Map<string, string> {
  const screens = new Map<string, string>();
  let address: string | undefined;
  new Visitor({
    CallExpression: (call) => {
      address = addressIn(call) ?? address;
    },
    "CallExpression:exit": (call) => {
      if (addressIn(call) !== undefined) address = undefined;
    },
    ImportExpression: ({ source }) => {
      if (address !== undefined && source.type === "Literal") screens.set(address, String(source.value));
    },
  }).visit(parseSync("router.tsx", router).program);
  return screens;
}

function addressIn({ arguments: [first] }: ESTree.CallExpression): string | undefined {
  const given = first?.type === "ObjectExpression" ? pathOf(first) : first;
  const value = given?.type === "Literal" ? given.value : undefined;
  return typeof value === "string" && value.startsWith("/") ? value : undefined;
}

function pathOf({ properties }: ESTree.ObjectExpression): ESTree.Expression | undefined {
  for (const part of properties)
    if (part.type === "Property" && part.key.type === "Identifier" && part.key.name === "path")
      return part.value;
  return undefined;
}
