/** Mantine's styles of the parts that this feature uses. */
import "@mantine/core/styles/ActionIcon.layer.css";
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/Indicator.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Stack.layer.css";
import "@mantine/core/styles/Text.layer.css";
import "@mantine/core/styles/VisuallyHidden.layer.css";
