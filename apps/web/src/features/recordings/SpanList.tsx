import type { RedactedSpan } from '@callboard/contract/recordings'
import { Tag } from 'antd'
import type { Player } from '#web/features/recordings/player.ts'
import { formatMoment, spanKindLabels } from '#web/features/recordings/recording-words.ts'
import classes from '#web/features/recordings/SpanList.module.css'
import { PlainButton } from '#web/ui/PlainButton.tsx'

interface SpanListProps {
  spans: readonly RedactedSpan[]
  player: Player
}

/** What is not heard, and why; each leads to its place. */
export function SpanList({ spans, player }: SpanListProps) {
  if (spans.length === 0) return <p className={classes.none}>All of it is heard.</p>
  return (
    <ul className={classes.list} aria-label="Spans">
      {spans.map(({ id, start, end, kind, isLifted }) => (
        <li key={id} className={classes.span}>
          <span className={classes.at}>
            <PlainButton look="link" onClick={() => player.seekTo(start)}>
              {formatMoment(start)} – {formatMoment(end)}
            </PlainButton>
          </span>
          <span>{spanKindLabels[kind]}</span>
          {isLifted && <Tag>heard</Tag>}
        </li>
      ))}
    </ul>
  )
}
