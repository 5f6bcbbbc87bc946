import { CaretRightFilled, CloseOutlined, LoadingOutlined, PauseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import { formatClock } from '#web/features/recordings/recording-words.ts'
import classes from '#web/features/recordings/player/SmallPlayer.module.css'
import { explainedError } from '#web/lib/api/api-error.ts'
import { closeTrack, currentTime, seek, togglePlayback, usePlayback } from '#web/lib/playback/playback.ts'
import { QuietText, Text } from '#web/ui/layout.tsx'

const pictures = {
  loading: <LoadingOutlined aria-hidden />,
  playing: <PauseOutlined aria-hidden />,
  paused: <CaretRightFilled aria-hidden />,
  failed: <CaretRightFilled aria-hidden />,
} as const

/** Goes on playing while one moves through the portal. */
export function SmallPlayer() {
  const { track, status, time, duration, error } = usePlayback((playback) => playback)
  if (track === undefined) return null
  const isOn = status === 'playing' || status === 'loading'
  return (
    <section className={classes.player} aria-label="Now playing">
      <Button
        type="primary"
        shape="circle"
        icon={pictures[status]}
        aria-label={isOn ? 'Pause' : 'Play'}
        onClick={togglePlayback}
      />
      <Button aria-label="10 seconds back" onClick={() => seek(currentTime() - 10)}>
        −10
      </Button>
      <Button aria-label="10 seconds forward" onClick={() => seek(currentTime() + 10)}>
        +10
      </Button>
      <div className={classes.words}>
        <Link className={classes.title} to={track.href} title={track.title}>
          {track.title}
        </Link>
        {error === undefined ? (
          <QuietText fontSize={13}>
            {formatClock(time)}
            {duration !== undefined && ` / ${formatClock(duration)}`}
          </QuietText>
        ) : (
          <Text tone="worse" breaks="ellipsis" fontSize={13} role="alert">
            {explainedError(error)}
          </Text>
        )}
      </div>
      <input
        type="range"
        className={classes.place}
        aria-label="Position"
        aria-valuetext={formatClock(time)}
        min={0}
        max={duration ?? 1}
        step={1}
        value={duration === undefined ? 0 : time}
        disabled={duration === undefined}
        onChange={({ target }) => seek(Number(target.value))}
      />
      <Button type="text" icon={<CloseOutlined />} aria-label="Close the player" onClick={closeTrack} />
    </section>
  )
}
