/** Styles of the signed-in area and of dialogs: loaded with them, not with the first paint. */
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/Text.layer.css";
import "@mantine/core/styles/Title.layer.css";
import "@mantine/core/styles/Anchor.layer.css";
import "@mantine/core/styles/Stack.layer.css";
import "@mantine/core/styles/Flex.layer.css";
import "@mantine/core/styles/Group.layer.css";
import "@mantine/core/styles/SimpleGrid.layer.css";
import "@mantine/core/styles/Center.layer.css";
import "@mantine/core/styles/Divider.layer.css";
import "@mantine/core/styles/VisuallyHidden.layer.css";
import "@mantine/core/styles/ActionIcon.layer.css";
import "@mantine/core/styles/ThemeIcon.layer.css";
import "@mantine/core/styles/ColorSwatch.layer.css";
import "@mantine/core/styles/Progress.layer.css";
import "@mantine/core/styles/Skeleton.layer.css";
import "./signed-in.css";
