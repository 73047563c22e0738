import { Button, Stack } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { ChevronIcon } from "../../../ui/icons/screen-icons.tsx";

/** Details that are loaded and shown once somebody opens them. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack>
      <Button
        variant="default"
        fullWidth
        justify="space-between"
        aria-expanded={isOpen}
        rightSection={
          <span style={{ display: "inline-grid", rotate: isOpen ? "180deg" : undefined }}>
            <ChevronIcon />
          </span>
        }
        onClick={() => setOpen(!isOpen)}
      >
        {title}
      </Button>
      {isOpen && children}
    </Stack>
  );
}
