/**
 * The styles of the first paint, login included; the build puts them into login.html. Mantine's come
 * in a cascade layer, so that our own rules win without a fight. What only the signed-in area uses
 * belongs into signed-in.ts.
 */
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/Button.layer.css";
import "./theme.css";
import "./base.css";
import "./fields.css";
import "./buttons.css";
import "./before-script.css";
