/**
 * Not mutated is what is no rule: declarations of routes and of their zod schemas, which types and the tests of each
 * call hold, headings of tables, and errors that only engineers see. Functions within a declaration are rules again.
 */
const declarations = {
  shouldIgnore(path) {
    if (isEngineersError(path)) return "an error that only engineers see";
    if (isColumnHeadings(path)) return "the headings of a table";
    if (containsFunction(path)) return undefined;
    const nearest = path.find((parent) => parent.isFunction() || isDeclaration(parent));
    return nearest && !nearest.isFunction() ? "a declaration" : undefined;
  },
};

function isEngineersError(path) {
  return path.isNewExpression() && ["Error", "RangeError"].includes(path.node.callee.name);
}

function isColumnHeadings(path) {
  return (
    path.isVariableDeclarator() && path.get("id").isIdentifier() && path.node.id.name.endsWith("Columns")
  );
}

function containsFunction(path) {
  let found = path.isFunction();
  path.traverse({
    Function(inner) {
      found = true;
      inner.stop();
    },
  });
  return found;
}

/** `route(…)`, `z.object(…)`, `z.string().check(…)` and so on. */
function isDeclaration(path) {
  if (!path.isCallExpression()) return false;
  const callee = path.get("callee");
  if (callee.isIdentifier({ name: "route" })) return true;
  if (!callee.isMemberExpression()) return false;
  const object = callee.get("object");
  return object.isIdentifier({ name: "z" }) || isDeclaration(object);
}

export const strykerPlugins = [{ kind: "Ignore", name: "declarations", value: declarations }];
