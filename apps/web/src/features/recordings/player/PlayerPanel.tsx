import type { Recording } from '@callboard/contract/recordings'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { PlayerControls } from '#web/features/recordings/player/PlayerControls.tsx'
import { type Player, usePlayerStatus, usePlayerTime } from '#web/features/recordings/player/player.ts'
import { usePlayerKeys } from '#web/features/recordings/player/player-keys.ts'
import type { WaveMark } from '#web/features/recordings/player/wave-view.ts'
import type { WaveformProps } from '#web/features/recordings/player/Waveform.tsx'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { currentTime, isCurrent, usePlayback } from '#web/lib/playback/playback.ts'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { SkeletonArea } from '#web/ui/page/Skeleton.tsx'
import { Stack } from '#web/ui/layout.tsx'

const Waveform = lazyExport(() => import('#web/features/recordings/player/Waveform.tsx'), 'Waveform')

interface PlayerPanelProps {
  recording: Recording
  player: Player
  marks: readonly WaveMark[]
  /** In the drawer of a call: lower, and its keys are heard while the focus is in it. */
  isCompact?: boolean
  /** While ranges are edited. */
  editing?: Pick<WaveformProps, 'onDraw' | 'onMove'> | undefined
  /** Buttons beside those of the player. */
  children?: ReactNode
}

/** The sound as one sees and steers it. */
export function PlayerPanel(props: PlayerPanelProps) {
  const { recording, player, marks, isCompact = false, editing, children } = props
  const frame = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  usePlayerKeys({ player, within: isCompact ? frame : undefined })
  const time = usePlayerTime(player)
  const isPlaying = usePlayerStatus(player) === 'playing'
  const error = usePlayback((playback) => (isCurrent(playback, player.key) ? playback.error : undefined))
  const channels = Math.max(1, recording.peaks.length)
  const channelHeight = heightOf(channels, isCompact)
  return (
    <Stack gap={10} minWidth={0} ref={frame} role="group" aria-label="Player">
      {error !== undefined && (
        <ErrorNote
          error={error}
          title="The recording cannot be played"
          onRetry={() => player.playFrom(time)}
        />
      )}
      <Suspense fallback={<SkeletonArea height={channelHeight * channels + 18} />}>
        <Waveform
          recording={recording}
          time={time}
          exactTime={isPlaying ? currentTime : undefined}
          marks={marks}
          channelHeight={channelHeight}
          zoom={zoom}
          isDrawing={editing !== undefined}
          onSeek={player.seekTo}
          onDraw={(range) => editing?.onDraw(range)}
          onMove={(key, range) => editing?.onMove(key, range)}
        />
      </Suspense>
      <PlayerControls
        recording={recording}
        player={player}
        zoom={zoom}
        onZoom={setZoom}
        isCompact={isCompact}
      >
        {children}
      </PlayerControls>
    </Stack>
  )
}

function heightOf(channels: number, isCompact: boolean): number {
  if (channels === 1) return isCompact ? 56 : 96
  return isCompact ? 36 : 60
}
