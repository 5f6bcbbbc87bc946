import { SoundOutlined } from '@ant-design/icons'
import { channelLabel, type ChannelParties } from '@callboard/contract/recording-channels'
import { Slider } from 'antd'
import { useEffect, useState } from 'react'
import type { Player } from '#web/features/recordings/player/player.ts'
import { isCurrent, setVolumes, usePlayback } from '#web/lib/playback/playback.ts'
import { PopoverButton } from '#web/ui/buttons/PopoverButton.tsx'
import { Box, Grid } from '#web/ui/layout.tsx'

interface ChannelVolumesProps {
  channels: number
  parties: ChannelParties | null
  player: Player
}

/** How loud each party is; of more than two channels browsers make two. */
export function ChannelVolumes({ channels, parties, player }: ChannelVolumesProps) {
  const [isOpen, setOpen] = useState(false)
  const [volumes, setOwnVolumes] = useState<readonly [number, number]>()
  const track = usePlayback((playback) => (isCurrent(playback, player.key) ? playback.track : undefined))
  useEffect(() => {
    if (track !== undefined && volumes !== undefined) setVolumes(volumes)
  }, [track, volumes])
  const [left, right] = volumes ?? [1, 1]
  return (
    <PopoverButton
      icon={<SoundOutlined aria-hidden />}
      aria-label="Volume"
      isOpen={isOpen}
      onOpenChange={setOpen}
      placement="bottomRight"
      panel={
        <Box width={220}>
          {channels === 2 ? (
            <>
              <Volume
                label={channelLabel(0, { channels, parties })}
                value={left}
                onChange={(now) => setOwnVolumes([now, right])}
              />
              <Volume
                label={channelLabel(1, { channels, parties })}
                value={right}
                onChange={(now) => setOwnVolumes([left, now])}
              />
            </>
          ) : (
            <Volume
              label={channelLabel(0, { channels: 1, parties })}
              value={left}
              onChange={(now) => setOwnVolumes([now, now])}
            />
          )}
        </Box>
      }
    />
  )
}

interface VolumeProps {
  label: string
  /** 0 to 1. */
  value: number
  onChange: (value: number) => void
}

function Volume({ label, value, onChange }: VolumeProps) {
  return (
    <Grid columns="56px 1fr" align="center">
      <span>{label}</span>
      <Slider
        ariaLabelForHandle={`Volume: ${label}`}
        min={0}
        max={100}
        step={5}
        value={Math.round(value * 100)}
        tooltip={{ formatter: (percent) => `${percent} %` }}
        onChange={(percent: number) => onChange(percent / 100)}
      />
    </Grid>
  )
}
