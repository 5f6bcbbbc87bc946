import type { Recording } from '@callboard/contract/recordings'
import type { Palette } from '@callboard/contract/charts/palette'
import WaveSurfer from 'wavesurfer.js'
import RegionsPlugin, { type Region } from 'wavesurfer.js/plugins/regions'
import TimelinePlugin from 'wavesurfer.js/plugins/timeline'
import { formatClock } from '#web/features/recordings/recording-words.ts'
import type { TimeRange } from '#web/lib/playback/playback.ts'

/** What stands over the waveform. A mark of no length is a moment. */
export interface WaveMark extends TimeRange {
  key: string
  /** Names how it looks (`Waveform.module.css`). */
  look: 'span' | 'lifted' | 'hand' | 'keys' | 'comment'
  label: string
  /** Its edges can be moved. */
  isMovable?: boolean
}

interface WaveOptions {
  container: HTMLElement
  recording: Pick<Recording, 'peaks' | 'duration'>
  palette: Palette
  channelHeight: number
  cspNonce: string | undefined
  onSeek: (time: number) => void
  /** Somebody has drawn over a range. */
  onDraw: (range: TimeRange) => void
  onMove: (key: string, range: TimeRange) => void
}

const dragToSeek = { debounceTime: 50 }

/** The drawn waveform, which makes no sound: it shows a time, and says where somebody wants to go. */
export class WaveView {
  readonly #wave: WaveSurfer
  readonly #regions = RegionsPlugin.create()
  readonly #options: WaveOptions
  readonly #keys = new Map<Region, string>()
  #marks: readonly WaveMark[] = []
  #isShowing = false
  #zoom = 1
  #endDrawing: (() => void) | undefined

  constructor(options: WaveOptions) {
    this.#options = options
    this.#wave = WaveSurfer.create({
      ...lookOf(options),
      dragToSeek,
      plugins: [this.#regions, timelineOf(options.palette)],
    })
    this.#wave.on('interaction', options.onSeek)
    this.#wave.on('ready', () => {
      this.#show()
      if (this.#zoom > 1) this.#applyZoom()
    })
    this.#regions.on('region-created', (region) => this.#hearDrawn(region))
    this.#regions.on('region-updated', (region) => {
      const key = this.#keys.get(region)
      if (key !== undefined) options.onMove(key, { start: region.start, end: region.end })
    })
  }

  /** In seconds. */
  showTime(time: number): void {
    this.#wave.setTime(time)
  }

  showMarks(marks: readonly WaveMark[]): void {
    this.#marks = marks
    if (this.#isReady()) this.#show()
  }

  /** Dragging goes through the sound, or draws ranges. */
  setDrawing(isDrawing: boolean): void {
    if (isDrawing === (this.#endDrawing !== undefined)) return
    this.#endDrawing?.()
    this.#endDrawing = isDrawing
      ? this.#regions.enableDragSelection({ id: 'hand', color: 'transparent' })
      : undefined
    this.#wave.setOptions({ dragToSeek: isDrawing ? false : dragToSeek })
  }

  /** How many times as wide as the room there is. */
  zoom(times: number): void {
    this.#zoom = times
    if (this.#isReady()) this.#applyZoom()
  }

  close(): void {
    this.#wave.destroy()
  }

  #isReady(): boolean {
    return this.#wave.getDecodedData() !== null
  }

  #applyZoom(): void {
    const duration = this.#options.recording.duration ?? 0
    const isFit = this.#zoom <= 1 || duration === 0
    this.#wave.zoom(isFit ? 0 : (this.#wave.getWidth() * this.#zoom) / duration)
  }

  #show(): void {
    this.#isShowing = true
    this.#regions.clearRegions()
    this.#keys.clear()
    for (const { key, look, label, start, end, isMovable = false } of this.#marks) {
      const region = this.#regions.addRegion({
        // It is also the name of its part, by which it is styled.
        id: look,
        start,
        end,
        color: look === 'comment' ? this.#options.palette.text : 'transparent',
        drag: isMovable,
        resize: isMovable,
        content: labelOf(label, look),
      })
      region.element?.setAttribute('title', label)
      this.#keys.set(region, key)
    }
    this.#isShowing = false
  }

  /** What somebody has drawn is shown again once it is a mark. */
  #hearDrawn(region: Region): void {
    if (this.#isShowing) return
    const { start, end } = region
    region.remove()
    this.#options.onDraw({ start, end })
  }
}

function lookOf({ container, recording, palette, channelHeight, cspNonce }: WaveOptions) {
  const colors = recording.peaks.map((_, channel) => channelColors(palette, channel))
  return {
    container,
    peaks: recording.peaks,
    duration: recording.duration ?? 0,
    height: channelHeight,
    normalize: true,
    barWidth: 2,
    barGap: 1,
    barRadius: 2,
    cursorColor: palette.text,
    cursorWidth: 2,
    ...(cspNonce !== undefined && { cspNonce }),
    ...(colors.length > 1 ? { splitChannels: colors } : colors[0]),
  }
}

function timelineOf(palette: Palette) {
  return TimelinePlugin.create({
    height: 18,
    formatTimeCallback: formatClock,
    style: { fontSize: '11px', color: palette.quietText },
    secondaryLabelOpacity: 1,
  })
}

/** What has been heard already is nearer to the colour of text. */
function channelColors({ series, text }: Palette, channel: number) {
  const color = series[channel % series.length] ?? text
  return { waveColor: color, progressColor: `color-mix(in srgb, ${color} 45%, ${text})` }
}

function labelOf(text: string, look: WaveMark['look']): HTMLElement {
  const label = document.createElement('div')
  if (look === 'comment') {
    // What it says would cover the waveform.
    Object.assign(label.style, { width: '9px', height: '9px', background: 'var(--cb-text)' })
    return label
  }
  label.textContent = text
  Object.assign(label.style, {
    boxSizing: 'border-box',
    maxWidth: look === 'keys' ? '160px' : '100%',
    width: 'fit-content',
    padding: '0 4px',
    overflow: 'hidden',
    borderRadius: '3px',
    background: 'var(--cb-panel)',
    color: 'var(--cb-text)',
    fontSize: '11px',
    lineHeight: '16px',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    pointerEvents: 'none',
    ...(look === 'keys' && { position: 'absolute', bottom: '0', left: '0' }),
  })
  return label
}
