import "@mantine/core/styles/Table.layer.css";
import { keysOf } from "@fc/contract/sure";
import "@mantine/core/styles/Image.layer.css";
import { Anchor, Box, Image, Stack, Table, Text, Title } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { Card } from "../../../ui/layout/page.tsx";
import { blocksOf, partsOf, type Block } from "./blocks.ts";
import { handbookPages } from "./pages.ts";
import { pictureSize, pictures } from "./pictures.ts";
import { texts } from "./texts.ts";

/** A page of the operators' handbook, or the list of them. */
export default function HandbookPage() {
  const { page: asked }: { page?: string } = useParams({ strict: false });
  const page = keysOf(handbookPages).find((name) => name === asked);
  const contents: string = "/handbook";
  return (
    <Card>
      <Stack gap="md" maw="46rem">
        {blocksOf(texts[page ?? "contents"]).map((block, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a page does not change while it is shown
          <HandbookBlock key={at} block={block} />
        ))}
        {page !== undefined && (
          <Anchor component={Link} to={contents} py={4}>
            All pages of the handbook
          </Anchor>
        )}
      </Stack>
    </Card>
  );
}

function HandbookBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case "title":
      return (
        <Title order={2} fz="1.25rem">
          {block.text}
        </Title>
      );
    case "heading":
      return (
        <Title order={3} fz="1.0625rem" mt="sm">
          {block.text}
        </Title>
      );
    case "paragraph":
      return (
        <Text>
          <Line text={block.text} />
        </Text>
      );
    case "picture":
      return <HandbookPicture block={block} />;
    case "table":
      return <HandbookTable block={block} />;
    case "list":
    case "steps":
      return <HandbookList block={block} />;
  }
}

/** Fetched when it is near; its place is kept before. Pressed it opens as large as it is. */
function HandbookPicture({ block: { text, file } }: { block: Extract<Block, { kind: "picture" }> }) {
  const src = pictures[file];
  return (
    <Anchor href={src} target="_blank">
      <Image
        src={src}
        alt={text}
        {...pictureSize}
        h="auto"
        loading="lazy"
        radius="md"
        bd="1px solid var(--fc-line)"
      />
    </Anchor>
  );
}

function HandbookList({ block }: { block: Extract<Block, { items: string[] }> }) {
  const items = block.items.map((item) => (
    <Box component="li" key={item} py={4}>
      <Line text={item} />
    </Box>
  ));
  const style = { margin: 0, paddingInlineStart: "1.5rem" };
  if (block.kind === "list") return <ul style={style}>{items}</ul>;
  return (
    <ol style={style} start={block.first}>
      {items}
    </ol>
  );
}

function HandbookTable({ block: { head, rows } }: { block: Extract<Block, { kind: "table" }> }) {
  return (
    <Table verticalSpacing="xs" style={{ overflowWrap: "anywhere" }}>
      <Table.Thead>
        <Table.Tr>
          {head.map((cell) => (
            <Table.Th key={cell} scope="col" w={`${100 / head.length}%`} ta="start" px={0}>
              <Line text={cell} />
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row[0]} style={{ verticalAlign: "top" }}>
            {row.map((cell) => (
              <Table.Td key={cell} ps={0}>
                <Line text={cell} />
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Line({ text }: { text: string }) {
  return partsOf(text).map((part) => {
    if (part.page !== undefined) {
      const page: string = `/handbook/${part.page}`;
      return (
        <Anchor key={part.text} component={Link} to={page} inherit underline="always">
          {part.text}
        </Anchor>
      );
    }
    return part.isBold ? <strong key={part.text}>{part.text}</strong> : part.text;
  });
}
