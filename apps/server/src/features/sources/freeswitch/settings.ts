import type { SourceSetting } from '@callboard/contract/sources'
import { z } from 'zod'
import type { SourceContext } from '../adapter.ts'

export const defaultSocketPort = 8021

export const freeswitchSettings = [
  {
    name: 'user',
    type: 'text',
    label: 'User name',
    description: 'What stands before the colon of the parameter cred in json_cdr.conf.xml.',
    default: 'callboard',
    way: 'webhook',
  },
  {
    name: 'password',
    type: 'secret',
    label: 'Password',
    description: 'What stands behind the colon of cred. Nothing is taken without it.',
    isRequired: true,
    way: 'webhook',
  },
  {
    name: 'outboundContexts',
    type: 'words',
    label: 'Contexts of outbound calls',
    description:
      'Contexts of the dial plan from which calls go out; calls of all others are inbound. While there are none, your own numbers decide, then whether an extension called a public number.',
  },
  {
    name: 'answeringApplications',
    type: 'words',
    label: 'Applications that answer',
    description:
      'Applications of the dial plan in which a person is spoken to without a second leg. A caller who reached no other person was not answered.',
    default: ['conference'],
  },
  {
    name: 'recordingVariable',
    type: 'text',
    label: 'Variable with the recording',
    description:
      'Channel variable that holds the web address or the file of the recording, if calls are recorded.',
    placeholder: 'record_file',
  },
  {
    name: 'recordingFolder',
    type: 'text',
    label: 'Web address of recordings',
    description:
      'Where the files of that variable are fetched, where it holds no web address: the name of the file is put behind it.',
    placeholder: 'https://pbx.example.com/recordings/',
  },
  {
    name: 'socketHost',
    type: 'host',
    label: 'Event socket',
    description:
      'The name or address of the switch, to see calls while they happen. Without it they are seen when they have ended.',
    placeholder: 'pbx.example.com',
    way: 'connection',
  },
  {
    name: 'socketPort',
    type: 'number',
    label: 'Port of the event socket',
    description: 'listen-port in event_socket.conf.xml.',
    min: 1,
    max: 65_535,
    default: defaultSocketPort,
    way: 'connection',
  },
  {
    name: 'socketPassword',
    type: 'secret',
    label: 'Password of the event socket',
    description: 'password in event_socket.conf.xml.',
    requiredWith: 'socketHost',
    way: 'connection',
  },
] as const satisfies readonly SourceSetting[]

const Values = z.object({
  user: z.string().default(''),
  outboundContexts: z.array(z.string()).default([]),
  answeringApplications: z.array(z.string()).default([]),
  recordingVariable: z.string().default(''),
  recordingFolder: z.string().default(''),
})

export function settingsOf({ settings }: SourceContext): z.infer<typeof Values> {
  return Values.parse(settings)
}
