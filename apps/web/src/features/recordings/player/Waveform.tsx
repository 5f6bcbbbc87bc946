import { channelLabel, writeChannelParties } from '@callboard/contract/recording-channels'
import type { Recording } from '@callboard/contract/recordings'
import { ConfigProvider } from 'antd'
import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatClock } from '#web/features/recordings/recording-words.ts'
import { type WaveMark, WaveView } from '#web/features/recordings/player/wave-view.ts'
import classes from '#web/features/recordings/player/Waveform.module.css'
import type { TimeRange } from '#web/lib/playback/playback.ts'
import { Row } from '#web/ui/layout.tsx'
import { usePalette } from '#web/ui/charts/palette.ts'

export interface WaveformProps {
  recording: Pick<Recording, 'id' | 'peaks' | 'duration' | 'parties'>
  /** In seconds. */
  time: number
  /** The exact time while it plays; asked for each frame. */
  exactTime: (() => number) | undefined
  marks: readonly WaveMark[]
  channelHeight: number
  /** How many times as wide as the room there is. */
  zoom: number
  isDrawing: boolean
  onSeek: (time: number) => void
  onDraw: (range: TimeRange) => void
  onMove: (key: string, range: TimeRange) => void
}

/** The outline of the sound, a row for each channel, with what stands over it. */
export function Waveform(props: WaveformProps) {
  const { recording, time, channelHeight } = props
  const { peaks, parties } = recording
  const duration = recording.duration ?? 0
  const place = useWave(props)
  return (
    <Row gap={8} minWidth={0}>
      <div
        className={classes.channels}
        title={parties === null ? undefined : writeChannelParties(parties)}
        aria-hidden
      >
        {peaks.map((_, channel) => (
          <Row
            key={channel}
            as="span"
            align="center"
            tone="quiet"
            fontSize={12}
            style={{ height: channelHeight }}
          >
            {peaks.length > 1 && channelLabel(channel, { channels: peaks.length, parties })}
          </Row>
        ))}
      </div>
      <div
        ref={place}
        className={classes.wave}
        role="slider"
        data-waveform
        tabIndex={0}
        aria-label="Position"
        aria-valuemin={0}
        aria-valuemax={Math.round(duration)}
        aria-valuenow={Math.round(time)}
        aria-valuetext={`${formatClock(time)} of ${formatClock(duration)}`}
        style={{ minHeight: channelHeight * peaks.length + 18 }}
      />
    </Row>
  )
}

/** Keeps the drawn waveform as the component says. */
function useWave(props: WaveformProps) {
  const { recording, time, exactTime, marks, channelHeight, zoom, isDrawing } = props
  const { peaks, duration } = recording
  const place = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<WaveView>()
  const palette = usePalette()
  const cspNonce = use(ConfigProvider.ConfigContext).csp?.nonce
  const onSeek = useEffectEvent((wanted: number) => props.onSeek(wanted))
  const onDraw = useEffectEvent((range: TimeRange) => props.onDraw(range))
  const onMove = useEffectEvent((key: string, range: TimeRange) => props.onMove(key, range))
  useEffect(() => {
    if (place.current === null) return undefined
    const opened = new WaveView({
      container: place.current,
      recording: { peaks, duration },
      palette,
      channelHeight,
      cspNonce,
      onSeek: (wanted) => onSeek(wanted),
      onDraw: (range) => onDraw(range),
      onMove: (key, range) => onMove(key, range),
    })
    setView(opened)
    return () => opened.close()
  }, [peaks, duration, palette, channelHeight, cspNonce])
  useEffect(() => view?.showMarks(marks), [view, marks])
  useEffect(() => view?.setDrawing(isDrawing), [view, isDrawing])
  useEffect(() => view?.zoom(zoom), [view, zoom])
  useEffect(() => view?.showTime(time), [view, time])
  useEffect(() => {
    if (view === undefined || exactTime === undefined) return undefined
    let frame = requestAnimationFrame(function step() {
      view.showTime(exactTime())
      frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [view, exactTime])
  return place
}
