import { dayOf } from '@callboard/contract/calendar'
import { joinWithAnd } from '@callboard/contract/format-names'
import { formatDay } from '@callboard/contract/format-time'
import { formatTimeZone } from '@callboard/contract/format-time-zone'
import type { HoursVersion, RotationVersion, SpecialDay, VersionShares } from '@callboard/contract/routing'
import { shareOf, writeHours, writeSpan } from '@callboard/contract/routing-hours'
import { formatCounted } from '@callboard/contract/format'
import { formatPhone } from '@callboard/contract/format-phone'
import { Tag } from 'antd'
import classes from '#web/records/routing/VersionText.module.css'
import { shareText, targetText } from '#web/records/routing/routing-words.ts'
import { useNow } from '#web/lib/now.ts'
import { QuietText, Stack, Text } from '#web/ui/layout.tsx'

interface TargetsProps {
  version: RotationVersion
  /** What they got; left out where it is not known. */
  shares?: VersionShares | undefined
  /** The one at which a call rang. */
  rang?: string | null
}

/** The targets of a group with the share that each has, and the one that each got. */
export function Targets({ version: { targets }, shares, rang }: TargetsProps) {
  if (targets.length === 0) return <QuietText>No targets.</QuietText>
  const gotBy = new Map(shares?.targets.map(({ target, calls }) => [target, calls]))
  const others = [...gotBy].filter(([target]) => targets.every((one) => one.target !== target))
  const hasGot = shares !== undefined && shares.calls > 0
  return (
    <Stack as="ul" gap={6} maxWidth={460}>
      {targets.map((one) => {
        const share = shareOf(one.weight, targets)
        return (
          <li key={one.target} className={classes.target}>
            <Text breaks="anywhere">
              {targetText(one)}
              {one.name !== null && <QuietText breaks="nowrap"> {numberText(one.target)}</QuietText>}
              {one.target === rang && <Tag style={{ marginInlineStart: 8 }}>This call</Tag>}
            </Text>
            <span className={classes.share}>{shareText(share)}</span>
            <span className={classes.bar} aria-hidden>
              <span style={{ width: `${share * 100}%` }} />
            </span>
            {hasGot && <QuietText fontSize={13}>{gotText(gotBy.get(one.target), shares.calls)}</QuietText>}
          </li>
        )
      })}
      {hasGot &&
        others.map(([target, calls]) => (
          <li key={target} className={classes.target}>
            <QuietText breaks="anywhere">{numberText(target)}, not a target</QuietText>
            <span />
            <span />
            <QuietText fontSize={13}>{gotText(calls, shares.calls)}</QuietText>
          </li>
        ))}
    </Stack>
  )
}

function numberText(target: string): string {
  return target.startsWith('+') ? formatPhone(target) : target
}

function gotText(calls = 0, all: number): string {
  return `${formatCounted(calls, 'call')}, ${shareText(calls / all)}`
}

interface HoursTextProps {
  version: HoursVersion
  /** Of its special days only this one is told. */
  day?: string
}

/** When a rule applies. */
export function HoursText({ version: { hours, specialDays, timeZone }, day }: HoursTextProps) {
  const special = specialDays.find((one) => one.day === day)
  return (
    <Stack gap={4}>
      {special !== undefined && <Text as="strong">{specialText(special)}</Text>}
      {hours.length === 0 && <span>At no time of the week</span>}
      {writeHours(hours).map((line) => (
        <span key={line}>{line}</span>
      ))}
      <QuietText>{formatTimeZone(timeZone)}</QuietText>
      {day === undefined && specialDays.length > 0 && <SpecialDays days={specialDays} timeZone={timeZone} />}
    </Stack>
  )
}

function SpecialDays({ days, timeZone }: { days: readonly SpecialDay[]; timeZone: string }) {
  const today = dayOf(useNow(), timeZone)
  const ordered = days.toSorted((one, other) => (one.day < other.day ? -1 : 1))
  const next = ordered.find(({ day }) => day >= today)
  return (
    <details>
      <summary>
        {formatCounted(days.length, 'special day')}
        {next !== undefined && `, next ${specialText(next)}`}
      </summary>
      <Stack as="ul" gap={2} padding="4px 0 0 16px">
        {ordered.map((one) => (
          <li key={one.day}>{specialText(one)}</li>
        ))}
      </Stack>
    </details>
  )
}

function specialText({ day, name, hours }: SpecialDay): string {
  const when = name === null ? formatDay(day, true) : `${formatDay(day, true)} (${name})`
  return `${when}: ${hours.length === 0 ? 'does not apply' : joinWithAnd(hours.map(writeSpan))}`
}
