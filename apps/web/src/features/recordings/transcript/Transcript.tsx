import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { type ChannelParties, speakerLabel } from '@callboard/contract/recording-channels'
import type { Recording, TranscriptTurn } from '@callboard/contract/recordings'
import { Button, Input } from 'antd'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { type Player, usePlayerStatus, usePlayerTime } from '#web/features/recordings/player/player.ts'
import { formatClock } from '#web/features/recordings/recording-words.ts'
import classes from '#web/features/recordings/transcript/Transcript.module.css'
import {
  searchTranscript,
  type TextPart,
  turnAt,
} from '#web/features/recordings/transcript/transcript-search.ts'
import { QuietText, Stack, Text } from '#web/ui/layout.tsx'

interface TranscriptProps {
  recording: Pick<Recording, 'transcript' | 'parties'>
  player: Player
}

/** What is said, by turns: it follows the sound, goes to what is pressed, and can be searched. */
export function Transcript({ recording: { transcript: turns, parties }, player }: TranscriptProps) {
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState(0)
  /** The sound was moved to the match that one is at. */
  const [isReached, setReached] = useState(false)
  const [isFollowing, setFollowing] = useState(true)
  const { parts, matches } = useMemo(() => searchTranscript(turns, words), [turns, words])
  const match = matches.length === 0 ? -1 : Math.min(chosen, matches.length - 1)
  const active = turnAt(turns, usePlayerTime(player))
  const isPlaying = usePlayerStatus(player) === 'playing'
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (isFollowing && isPlaying) show(list.current, `[data-turn="${active}"]`)
  }, [active, isFollowing, isPlaying])
  useEffect(() => {
    // The same match may be elsewhere once other words are looked for.
    if (match >= 0 && parts.length > 0) show(list.current, `[data-match="${match}"]`)
  }, [match, parts])
  /** Moves the sound there as well; what plays continues from there. */
  function goTo(wanted: number) {
    const turn = turns[matches[wanted] ?? -1]
    if (turn === undefined) return
    // Where one looks for words, the sound does not take them away.
    setFollowing(false)
    setChosen(wanted)
    setReached(true)
    player.seekTo(turn.start)
  }
  const step = (by: 1 | -1) => goTo((match + by + matches.length) % matches.length)
  return (
    <Stack gap={8} minWidth={0}>
      <div className={classes.search} role="search">
        <Input
          type="search"
          allowClear
          aria-label="Search in the transcript"
          placeholder="Search in the transcript"
          value={words}
          onChange={({ target }) => {
            setWords(target.value)
            setChosen(0)
            setReached(false)
            if (target.value !== '') setFollowing(false)
          }}
          onPressEnter={({ shiftKey }) => (isReached ? step(shiftKey ? -1 : 1) : goTo(match))}
        />
        <QuietText minWidth={48} fontSize={13} role="status">
          {words.trim() !== '' && (matches.length === 0 ? 'No match' : `${match + 1} of ${matches.length}`)}
        </QuietText>
        <Button
          icon={<UpOutlined />}
          aria-label="Previous match"
          disabled={matches.length === 0}
          onClick={() => step(-1)}
        />
        <Button
          icon={<DownOutlined />}
          aria-label="Next match"
          disabled={matches.length === 0}
          onClick={() => step(1)}
        />
        {!isFollowing && <Button onClick={() => setFollowing(true)}>Follow the sound</Button>}
      </div>
      {/* Whoever scrolls reads something else than what is said. */}
      <ol
        ref={list}
        className={classes.turns}
        aria-label="Turns"
        onWheel={() => setFollowing(false)}
        onTouchMove={() => setFollowing(false)}
      >
        {turns.map((turn, place) => (
          <Turn
            key={place}
            place={place}
            turn={turn}
            parties={parties}
            parts={parts[place] ?? []}
            match={matches[match] === place ? match : undefined}
            isActive={place === active}
            onSeek={player.seekTo}
          />
        ))}
      </ol>
    </Stack>
  )
}

interface TurnProps {
  place: number
  turn: TranscriptTurn
  parties: ChannelParties | null
  parts: readonly TextPart[]
  /** The match that one is at, where it is in this turn. */
  match: number | undefined
  isActive: boolean
  onSeek: (time: number) => void
}

const Turn = memo(function Turn({ place, turn, parties, parts, match, isActive, onSeek }: TurnProps) {
  return (
    <li data-turn={place} className={isActive ? classes.active : undefined}>
      <button
        type="button"
        className={classes.turn}
        aria-current={isActive ? 'true' : undefined}
        onClick={() => {
          // Selecting words to copy them must not go there.
          if (getSelection()?.isCollapsed !== false) onSeek(turn.start)
        }}
      >
        <span className={classes.head}>
          <span>{formatClock(turn.start)}</span>
          {turn.speaker !== '' && (
            <span className={classes.speaker}>{speakerLabel(turn.speaker, parties)}</span>
          )}
        </span>
        <Text breaks="anywhere" minWidth={0}>
          {parts.map((part, index) => (
            <Part key={index} part={part} isChosen={part.match !== undefined && part.match === match} />
          ))}
        </Text>
      </button>
    </li>
  )
})

function Part({ part: { text, kind, match }, isChosen }: { part: TextPart; isChosen: boolean }) {
  if (kind === 'plain') return text
  if (kind === 'masked') {
    return (
      <span className={classes.masked} title="Redacted" role="img" aria-label="redacted">
        {text}
      </span>
    )
  }
  return (
    <mark data-match={match} className={isChosen ? classes.chosen : classes.found}>
      {text}
    </mark>
  )
}

/** Scrolls the list, and not the page, to one of its parts. */
function show(list: HTMLElement | null, selector: string): void {
  const part = list?.querySelector(selector)
  if (list === null || part === null || part === undefined) return
  const { top, height } = part.getBoundingClientRect()
  const frame = list.getBoundingClientRect()
  if (top >= frame.top && top + height <= frame.bottom) return
  list.scrollBy({ top: top - frame.top - frame.height / 3, behavior: 'smooth' })
}
