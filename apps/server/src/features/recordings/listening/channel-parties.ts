import { type ChannelParties, partiesOfChannels } from '@callboard/contract/recording-channels'
import type { VisibleRecording } from './listening.ts'

/** Who is heard on which channel, as the source or else the customer says; null where nobody does. Nothing is guessed. */
export function partiesOf(
  row: Pick<VisibleRecording, 'channels' | 'agent_channel' | 'channel_order' | 'direction'>,
): ChannelParties | null {
  const { channels, agent_channel: agentChannel, channel_order: order, direction } = row
  if (channels !== 2) return null
  if (agentChannel !== null) return partiesOfChannels(agentChannel, 'source')
  const isPlaced = direction === 'outbound'
  switch (order) {
    case 'unknown':
      return null
    case 'agentLeft':
      return partiesOfChannels('left', 'customer')
    case 'agentRight':
      return partiesOfChannels('right', 'customer')
    case 'dialingLeft':
      return partiesOfChannels(isPlaced ? 'left' : 'right', 'customer')
    case 'dialingRight':
      return partiesOfChannels(isPlaced ? 'right' : 'left', 'customer')
  }
}
