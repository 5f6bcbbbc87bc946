import { z } from 'zod'
import { withExample } from './examples.ts'

const parties = ['agent', 'caller'] as const
type Party = (typeof parties)[number]

const partyLabels = { agent: 'Agent', caller: 'Caller' } as const satisfies Record<Party, string>

/** The channel of a stereo recording on which the agent is heard. */
export const AgentChannel = withExample(z.enum(['left', 'right']), 'right')
export type AgentChannel = z.infer<typeof AgentChannel>

/**
 * What a customer says of its stereo recordings. Telephone systems that put whoever telephones on one channel have the caller
 * there in inbound calls, and the agent in outbound ones.
 */
export const ChannelOrder = withExample(
  z.enum(['unknown', 'agentLeft', 'agentRight', 'dialingLeft', 'dialingRight']),
  'agentRight',
)
export type ChannelOrder = z.infer<typeof ChannelOrder>

export const channelOrderLabels = {
  unknown: 'Not known',
  agentLeft: 'Agent left, caller right',
  agentRight: 'Caller left, agent right',
  dialingLeft: 'Whoever telephones left',
  dialingRight: 'Whoever telephones right',
} as const satisfies Record<ChannelOrder, string>

/** Who is heard on which channel, and who says so. */
export const ChannelParties = z.strictObject({
  left: z.enum(parties),
  right: z.enum(parties),
  /** `source`: whoever sent the recording or its transcript; `customer`: the settings of the customer. */
  knownBy: z.enum(['source', 'customer']),
})
export type ChannelParties = z.infer<typeof ChannelParties>

export function partiesOfChannels(agent: AgentChannel, knownBy: ChannelParties['knownBy']): ChannelParties {
  return agent === 'left'
    ? { left: 'agent', right: 'caller', knownBy }
    : { left: 'caller', right: 'agent', knownBy }
}

/** As a sentence, for people. */
export function writeChannelParties({ left, right, knownBy }: ChannelParties): string {
  const by = knownBy === 'source' ? 'as its source says' : 'as the settings of the customer say'
  return `${partyLabels[left]} on the left channel, ${partyLabels[right].toLowerCase()} on the right, ${by}.`
}

/** What a channel is called: who is heard on it, where that is known. */
export function channelLabel(
  channel: number,
  { channels, parties: known }: { channels: number; parties: ChannelParties | null },
): string {
  if (channels === 1) return 'Sound'
  if (channels > 2) return `Channel ${channel + 1}`
  if (known !== null) return partyLabels[channel === 0 ? known.left : known.right]
  return channel === 0 ? 'Left' : 'Right'
}

const sides = ['left', 'right'] as const

/**
 * What the speaker of a turn is called. Speech to text calls speakers by their channel, and may add names of its own: `left 1`.
 */
export function speakerLabel(speaker: string, known: ChannelParties | null): string {
  const [first = '', ...rest] = speaker.split(' ')
  const party = parties.find((one) => one === speaker.toLowerCase())
  if (party !== undefined) return partyLabels[party]
  const channel = sides.findIndex((side) => side === first)
  if (channel < 0) return speaker
  return [channelLabel(channel, { channels: 2, parties: known }), ...rest].join(' ')
}
