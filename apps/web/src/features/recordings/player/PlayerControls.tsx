import {
  CaretRightFilled,
  LoadingOutlined,
  PauseOutlined,
  QuestionOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import type { Recording } from '@callboard/contract/recordings'
import { Button, Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'
import { ChannelVolumes } from '#web/features/recordings/player/ChannelVolumes.tsx'
import {
  isSilenceSkipped,
  type Player,
  usePlayerStatus,
  usePlayerTime,
} from '#web/features/recordings/player/player.ts'
import { playerKeys } from '#web/features/recordings/player/player-keys.ts'
import classes from '#web/features/recordings/player/PlayerControls.module.css'
import { formatClock } from '#web/features/recordings/recording-words.ts'
import { playbackRates, setRate, usePlayback } from '#web/lib/playback/playback.ts'
import { useStoredFlag } from '#web/lib/stored-flag.ts'
import { PlainSelect } from '#web/ui/fields/PlainSelect.tsx'
import { PopoverButton } from '#web/ui/buttons/PopoverButton.tsx'
import { Box, Row, Text } from '#web/ui/layout.tsx'

interface PlayerControlsProps {
  recording: Recording
  player: Player
  zoom: number
  onZoom: (times: number) => void
  isCompact: boolean
  children?: ReactNode
}

const maxZoom = 16

/** Play and pause, steps, speed, silence, volumes, zoom, keys. */
export function PlayerControls(props: PlayerControlsProps) {
  const { recording, player, zoom, onZoom, isCompact, children } = props
  return (
    <Row gap="8px 20px" align="center" justify="space-between" wrap>
      <Row gap={8} align="center" wrap>
        <Button aria-label="10 seconds back" onClick={() => player.skip(-10)}>
          −10
        </Button>
        <PlayButton player={player} />
        <Button aria-label="10 seconds forward" onClick={() => player.skip(10)}>
          +10
        </Button>
        <Clock player={player} />
      </Row>
      <Row gap={8} align="center" wrap>
        <div className={classes.rate}>
          <RateSelect />
        </div>
        <SilenceSwitch />
        <ChannelVolumes
          key={player.key}
          channels={recording.channels ?? 1}
          parties={recording.parties}
          player={player}
        />
        {!isCompact && (
          <>
            <Button
              icon={<ZoomOutOutlined />}
              aria-label="Zoom out"
              title="Zoom out"
              disabled={zoom <= 1}
              onClick={() => onZoom(zoom / 2)}
            />
            <Button
              icon={<ZoomInOutlined />}
              aria-label="Zoom in"
              title="Zoom in"
              disabled={zoom >= maxZoom}
              onClick={() => onZoom(zoom * 2)}
            />
          </>
        )}
        <span className={classes.keys}>
          <KeysButton />
        </span>
      </Row>
      {children !== undefined && (
        <Row gap={8} align="center" wrap>
          {children}
        </Row>
      )}
    </Row>
  )
}

function PlayButton({ player }: { player: Player }) {
  const status = usePlayerStatus(player)
  const isOn = status === 'playing' || status === 'loading'
  return (
    <Button
      type="primary"
      shape="circle"
      size="large"
      icon={playPicture(status)}
      aria-label={isOn ? 'Pause' : 'Play'}
      onClick={player.toggle}
    />
  )
}

function playPicture(status: ReturnType<typeof usePlayerStatus>): ReactNode {
  if (status === 'loading') return <LoadingOutlined aria-hidden />
  return status === 'playing' ? <PauseOutlined aria-hidden /> : <CaretRightFilled aria-hidden />
}

function Clock({ player }: { player: Player }) {
  const time = usePlayerTime(player)
  return (
    <Text breaks="nowrap" margin="0 0 0 4px">
      {formatClock(time)} / {formatClock(player.duration)}
    </Text>
  )
}

function RateSelect() {
  const rate = usePlayback((playback) => playback.rate)
  return (
    <PlainSelect
      label="Speed"
      value={String(rate)}
      options={playbackRates.map((each) => ({ value: String(each), label: `${each}×` }))}
      onChange={(chosen) => setRate(Number(chosen))}
    />
  )
}

function SilenceSwitch() {
  const isOn = useStoredFlag(isSilenceSkipped) === true
  return (
    <Checkbox checked={isOn} onChange={({ target }) => isSilenceSkipped.write(target.checked)}>
      Skip silence
    </Checkbox>
  )
}

function KeysButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <PopoverButton
      icon={<QuestionOutlined aria-hidden />}
      aria-label="Keyboard shortcuts"
      isOpen={isOpen}
      onOpenChange={setOpen}
      placement="bottomRight"
      panel={
        <Box as="dl" aria-label="Keys">
          {playerKeys.map(({ keys, does }) => (
            <div key={keys} className={classes.key}>
              <dt>{keys}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </Box>
      }
    />
  )
}
