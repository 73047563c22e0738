/** The styles of Mantine's parts that the console uses beside those of every signed-in page. */
import "@mantine/core/styles/AppShell.layer.css";
import "@mantine/core/styles/Badge.layer.css";
import "@mantine/core/styles/Center.layer.css";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/Code.layer.css";
import "@mantine/core/styles/Fieldset.layer.css";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Kbd.layer.css";
import "@mantine/core/styles/List.layer.css";
import "@mantine/core/styles/NavLink.layer.css";
import "@mantine/core/styles/Progress.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import "@mantine/core/styles/Tabs.layer.css";
import "@mantine/core/styles/ThemeIcon.layer.css";
import "@mantine/core/styles/Tooltip.layer.css";
