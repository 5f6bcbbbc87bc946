import type { RedactedSpan } from '@callboard/contract/recordings'
import { Tag } from 'antd'
import type { Player } from '#web/features/recordings/player/player.ts'
import { formatMoment, spanKindLabels } from '#web/features/recordings/recording-words.ts'
import classes from '#web/features/recordings/spans/SpanList.module.css'
import { PlainButton } from '#web/ui/buttons/PlainButton.tsx'
import { Hint, Row, Stack, Text } from '#web/ui/layout.tsx'

interface SpanListProps {
  spans: readonly RedactedSpan[]
  player: Player
}

/** What is not heard, and why; each leads to its place. */
export function SpanList({ spans, player }: SpanListProps) {
  if (spans.length === 0) return <Hint>All of it is heard.</Hint>
  return (
    <Stack as="ul" gap={6} maxHeight={320} className={classes.list} aria-label="Spans">
      {spans.map(({ id, start, end, kind, isLifted }) => (
        <Row as="li" gap="4px 12px" align="center" wrap minHeight={32} key={id}>
          <Text minWidth={116}>
            <PlainButton look="link" onClick={() => player.seekTo(start)}>
              {formatMoment(start)} – {formatMoment(end)}
            </PlainButton>
          </Text>
          <span>{spanKindLabels[kind]}</span>
          {isLifted && <Tag>heard</Tag>}
        </Row>
      ))}
    </Stack>
  )
}
