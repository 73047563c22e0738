/** Styles of the signed-in area and of dialogs: loaded with them, not with the first paint. */
import "@mantine/core/styles/Skeleton.layer.css";
import "./signed-in.css";
