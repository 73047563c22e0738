import { pictureTypes } from "@fc/contract/uploads/portal";
import {
  Box,
  Button,
  CloseButton,
  Group,
  Image,
  Input,
  Paper,
  Progress,
  Stack,
  Text,
  UnstyledButton,
} from "@mantine/core";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Image.layer.css";
import "@mantine/core/styles/Progress.layer.css";
import { useId, useRef, type ReactNode, type Ref } from "react";
import { useT } from "../../lib/i18n.ts";
import { AlertIcon, CheckIcon, CloseIcon } from "../icons/icons.tsx";
import { PictureIcon } from "../icons/screen-icons.tsx";
import { ProblemText } from "../feedback/problem-text.tsx";
import type { Picture, PictureState } from "./use-picture.ts";
import "./picture.css";

interface PictureFieldProps {
  label: string;
  description: string;
  picture: Picture;
  error?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

/** Chooses, previews and sends a picture, and shows the progress beside it. */
export function PictureField({ label, description, picture, error, inputRef }: PictureFieldProps) {
  const t = useT();
  const id = useId();
  const chooser = useRef<HTMLLabelElement>(null);
  const { state } = picture;
  return (
    <Input.Wrapper
      role="group"
      aria-labelledby={`${id}-label`}
      labelElement="div"
      label={label}
      labelProps={{ id: `${id}-label` }}
      description={description}
      descriptionProps={{ id: `${id}-description`, mb: "xs" }}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <label
        ref={chooser}
        className={state.phase === "none" ? "picture-drop" : "visually-hidden"}
        data-error={Boolean(error)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          const [file] = event.dataTransfer.files;
          if (file) void picture.choose(file);
        }}
      >
        <input
          ref={inputRef}
          className="visually-hidden"
          type="file"
          tabIndex={state.phase === "none" ? 0 : -1}
          accept={[...pictureTypes, "image/*"].join(",")}
          aria-describedby={error ? `${id}-description ${id}-error` : `${id}-description`}
          aria-invalid={error ? true : undefined}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            // The same one can be chosen again after it failed.
            currentTarget.value = "";
            if (file) void picture.choose(file);
          }}
        />
        <PictureIcon />
        <span>{t("Choose a picture")}</span>
      </label>
      {state.phase !== "none" && (
        <Chosen
          state={state}
          onReplace={() => chooser.current?.querySelector("input")?.click()}
          onRetry={picture.retry}
          onRemove={picture.drop}
        />
      )}
      {state.phase === "none" && state.error !== undefined && (
        <Text component="div" role="alert" mt={6} c="var(--mantine-color-error)">
          <ProblemText error={state.error} />
        </Text>
      )}
    </Input.Wrapper>
  );
}

interface ChosenProps {
  state: Exclude<PictureState, { phase: "none" }>;
  onReplace: () => void;
  onRetry: () => void;
  onRemove: () => void;
}

function Chosen({ state, onReplace, onRetry, onRemove }: ChosenProps) {
  const t = useT();
  const name = state.phase === "preparing" ? state.name : state.draft.name;
  const preview = "preview" in state ? state.preview : undefined;
  return (
    <Paper withBorder p="sm" bg="var(--fc-surface-quiet)">
      <Group align="flex-start" gap="sm" wrap="nowrap">
        <Box w="5.5rem" h="5.5rem" bdrs="sm" bg="var(--fc-line)" flex="none" style={{ overflow: "hidden" }}>
          {preview !== undefined && (
            <Image h="100%" fit="cover" src={preview} alt={t("The picture you chose")} />
          )}
        </Box>
        <Stack gap={6} flex={1} miw={0}>
          <Text fw={600} truncate>
            {name}
          </Text>
          <PictureProgress state={state} />
          <Group gap="0 sm">
            {state.phase === "failed" && (
              <Button size="sm" onClick={onRetry}>
                {t("Retry")}
              </Button>
            )}
            <UnstyledButton className="link-button" px={0} fz={15} onClick={onReplace}>
              {t("Choose another")}
            </UnstyledButton>
          </Group>
        </Stack>
        <CloseButton
          size="var(--fc-tap)"
          icon={<CloseIcon />}
          mt={-6}
          me={-6}
          aria-label={t("Remove the picture")}
          onClick={onRemove}
        />
      </Group>
    </Paper>
  );
}

function PictureProgress({ state }: { state: ChosenProps["state"] }) {
  const t = useT();
  if (state.phase === "failed") {
    return (
      <StateLine icon={<AlertIcon />} tone="bad">
        <ProblemText error={state.error} />
      </StateLine>
    );
  }
  if (state.phase === "sent") {
    return (
      <StateLine icon={<CheckIcon />} tone="good">
        {t("Sent · {size} KB", { size: Math.max(1, Math.round(state.draft.file.size / 1024)) })}
      </StateLine>
    );
  }
  const percent = state.phase === "sending" ? Math.floor(state.fraction * 100) : 0;
  return (
    <>
      <Progress value={percent} color="var(--fc-brand-text)" aria-label={t("Sending the picture")} />
      <p className="small dimmed" role="status">
        {state.phase === "preparing"
          ? t("Making it smaller")
          : t("Sending the picture: {percent} %", { percent })}
      </p>
    </>
  );
}

function StateLine({ icon, tone, children }: { icon: ReactNode; tone: "good" | "bad"; children: ReactNode }) {
  return (
    <Group
      gap={6}
      align="flex-start"
      wrap="nowrap"
      fz="sm"
      c={tone === "good" ? "var(--fc-good-text)" : "var(--mantine-color-error)"}
      role={tone === "bad" ? "alert" : "status"}
    >
      {icon}
      <div>{children}</div>
    </Group>
  );
}
