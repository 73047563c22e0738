// @ts-check
/**
 * Rules of our own for tests (.oxlintrc.json): what races, and what cannot fail. Each is a pattern of code that has made
 * a test fail by chance, or pass whatever the product does. tests.test.ts shows what each refuses and what it lets pass.
 */

/** @typedef {Parameters<import("oxlint/plugins-dev").RuleTester["run"]>[1]} Rule */

/**
 * A rule that refuses the code that a selector describes.
 * @param {string} message
 * @param {...string} selectors
 * @returns {Rule}
 */
function refuse(message, ...selectors) {
  return {
    create: (context) => {
      /** @type {ReturnType<Extract<Rule, { create: unknown }>["create"]>} */
      const visitor = {};
      for (const selector of selectors) visitor[selector] = (node) => context.report({ node, message });
      return visitor;
    },
  };
}

const readers = [
  "allInnerTexts",
  "allTextContents",
  "count",
  "getAttribute",
  "innerHTML",
  "innerText",
  "inputValue",
  "isChecked",
  "isDisabled",
  "isEditable",
  "isEnabled",
  "isHidden",
  "isVisible",
  "textContent",
  "title",
].join("|");

/** A branch without another one: with `else`, both look. A test that asks for `isMobile` runs on both sizes. */
const lonely =
  'IfStatement[alternate=null]:not([test.name="isMobile"], [test.argument.name="isMobile"]) > .consequent';
const branch = `:matches(${lonely}, LogicalExpression > .right, CatchClause)`;
const oneTest = 'CallExpression:matches([callee.name="test"], [callee.callee.object.name="test"])';

/** Every name that begins so asserts: `expect`, `expectShown`, `expectAccessible`. */
const asserts = "CallExpression:matches([callee.name=/^expect/], [callee.object.name=/^expect/])";

/** @satisfies {Record<string, Rule>} */
export const rules = {
  "listen-before-act": refuse(
    "Begin to wait before what causes it, and await it after: what comes at once is missed otherwise.",
    // After ?? the page was asked first whether it has already happened.
    "AwaitExpression:not(LogicalExpression > AwaitExpression) > CallExpression[callee.property.name=/^waitFor(Request|Response|Event)$/]",
  ),
  "no-fixed-sleep": refuse(
    "Wait for the event, or with `until` for what it leaves behind: no time is long enough on a busy machine.",
    'CallExpression[callee.property.name="waitForTimeout"]',
    'ImportDeclaration[source.value=/timers.promises$/] > ImportSpecifier[imported.name="setTimeout"]',
    'NewExpression[callee.name="Promise"] CallExpression[callee.name="setTimeout"]',
  ),
  "no-value-read-once": refuse(
    "Let `expect` read it until it holds (toHaveCount, toHaveText, toBeVisible …): the page may not be there yet.",
    `CallExpression[callee.name="expect"] > AwaitExpression.arguments > CallExpression[callee.property.name=/^(${readers})$/]`,
    'CallExpression[callee.name="expect"] > CallExpression.arguments[callee.property.name="url"]',
  ),
  "no-pause-at-now": refuse(
    "The page's clock may have passed this time already: stop it with `stopClock`.",
    'CallExpression[callee.property.name="pauseAt"] CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    'CallExpression[callee.property.name="pauseAt"] NewExpression[callee.name="Date"][arguments.length=0]',
  ),
  "no-conditional-expect": refuse(
    "Where the condition does not hold, this test passes without having looked.",
    `${oneTest} ${branch} ${asserts}`,
    `${oneTest} ${branch}${asserts.replace("CallExpression", "")}`,
  ),
  "no-test-left-out": refuse(
    "Every test runs, with all others and in any order.",
    'CallExpression[callee.object.name="test"][callee.property.name=/^(only|skip|fixme|fail)$/]',
    'CallExpression[callee.object.property.name="describe"][callee.property.name=/^(only|skip|fixme|serial)$/]',
    'CallExpression[callee.property.name="configure"] Property[key.name="mode"][value.value="serial"]',
  ),
  "expect-in-every-test": {
    create(context) {
      let hasExpect = false;
      const isTest = 'CallExpression[callee.name="test"][arguments.length>1]';
      return {
        [isTest]: () => void (hasExpect = false),
        [asserts]: () => void (hasExpect = true),
        [`${isTest}:exit`]: (node) => {
          if (!hasExpect) context.report({ node, message: "This test passes whatever the product does." });
        },
      };
    },
  },
};

export default { meta: { name: "tests" }, rules };
