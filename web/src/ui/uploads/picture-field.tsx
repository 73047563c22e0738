import { pictureTypes } from "@fc/contract/uploads/portal";
import { Button, Input } from "@mantine/core";
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
    <div className="picture" role="group" aria-labelledby={`${id}-label`}>
      <p id={`${id}-label`} className="mantine-InputWrapper-label picture-label">
        {label}
      </p>
      <p id={`${id}-description`} className="mantine-InputWrapper-description dimmed">
        {description}
      </p>
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
        <div role="alert" className="picture-problem">
          <ProblemText error={state.error} />
        </div>
      )}
      {error && (
        <Input.Error id={`${id}-error`} size="md" className="picture-error">
          {error}
        </Input.Error>
      )}
    </div>
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
  return (
    <div className="picture-chosen" data-phase={state.phase}>
      {"preview" in state ? (
        <img className="picture-preview" src={state.preview} alt={t("The picture you chose")} />
      ) : (
        <span className="picture-preview" />
      )}
      <div className="picture-text">
        <p className="picture-name">{name}</p>
        <Progress state={state} />
        <div className="picture-actions">
          {state.phase === "failed" && (
            <Button size="sm" onClick={onRetry}>
              {t("Retry")}
            </Button>
          )}
          <button type="button" className="link-button" onClick={onReplace}>
            {t("Choose another")}
          </button>
        </div>
      </div>
      <button type="button" className="icon-button" aria-label={t("Remove the picture")} onClick={onRemove}>
        <CloseIcon />
      </button>
    </div>
  );
}

function Progress({ state }: { state: ChosenProps["state"] }) {
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
      <progress
        className="picture-progress"
        max={100}
        value={percent}
        aria-label={t("Sending the picture")}
      />
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
    <div className="picture-state small" data-tone={tone} role={tone === "bad" ? "alert" : "status"}>
      {icon}
      <div>{children}</div>
    </div>
  );
}
