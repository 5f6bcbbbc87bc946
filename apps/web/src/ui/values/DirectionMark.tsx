import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { directionLabels } from '@callboard/contract/call-words'
import type { Direction } from '@callboard/contract/fields'
import { Spoken } from '#web/ui/Spoken.tsx'
import { QuietText } from '#web/ui/layout.tsx'

const arrows = { inbound: ArrowDownOutlined, outbound: ArrowUpOutlined } as const satisfies Record<
  Direction,
  unknown
>

/** Towards the company, or away from it. */
export function DirectionMark({ direction }: { direction: Direction | undefined }) {
  if (direction === undefined) return null
  const Arrow = arrows[direction]
  return (
    <QuietText margin="0 6px 0 0" fontSize={12} title={directionLabels[direction]}>
      <Arrow rotate={45} aria-hidden />
      <Spoken>{directionLabels[direction]} </Spoken>
    </QuietText>
  )
}
