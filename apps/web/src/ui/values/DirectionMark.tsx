import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { directionLabels } from '@callboard/contract/call-words'
import type { Direction } from '@callboard/contract/fields'
import classes from '#web/ui/values/DirectionMark.module.css'
import { Spoken } from '#web/ui/Spoken.tsx'

const arrows = { inbound: ArrowDownOutlined, outbound: ArrowUpOutlined } as const satisfies Record<
  Direction,
  unknown
>

/** Towards the company, or away from it. */
export function DirectionMark({ direction }: { direction: Direction | undefined }) {
  if (direction === undefined) return null
  const Arrow = arrows[direction]
  return (
    <span className={classes.mark} title={directionLabels[direction]}>
      <Arrow rotate={45} aria-hidden />
      <Spoken>{directionLabels[direction]} </Spoken>
    </span>
  )
}
