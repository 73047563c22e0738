/**
 * What TypeScript cannot know and a mistake would make false. Everything here fails loudly instead of going on with
 * `undefined`, or looks before it says what something is; the few other assertions say why they are true.
 */

/** A value that is there by what the code around it has made sure of: a row of a query that always answers with one. */
export function sure<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new TypeError("a value that must be there is missing");
  return value;
}

type Key<Table> = Extract<keyof Table, string>;

/** The keys of a table that is written in the code, so it has these keys and no others, and at least one. */
export function keysOf<Table extends object>(table: Table): [Key<Table>, ...Key<Table>[]] {
  return Object.keys(table) as [Key<Table>, ...Key<Table>[]];
}

/** A value for each name. */
export function recordOf<Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name, at: number) => Value,
): Record<Name, Value> {
  return recordBy(names, (name) => name, valueOf);
}

/** A value for each item, by a name that no other item has. */
export function recordBy<Item, Name extends string, Value>(
  items: readonly Item[],
  nameOf: (item: Item) => Name,
  valueOf: (item: Item, at: number) => Value,
): Record<Name, Value> {
  return Object.fromEntries(items.map((item, at) => [nameOf(item), valueOf(item, at)])) as Record<
    Name,
    Value
  >;
}

export function isOneOf<Member>(list: readonly Member[], value: unknown): value is Member {
  return list.some((member) => member === value);
}

export function isKeyOf<Table extends object>(table: Table, key: PropertyKey): key is keyof Table {
  return Object.hasOwn(table, key);
}

/** A field of what may be anything, such as an error that was thrown. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

export function textField(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name);
  return typeof field === "string" ? field : undefined;
}
