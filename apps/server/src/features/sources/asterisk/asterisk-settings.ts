import type { SourceSetting } from '@callboard/contract/sources'

export const asteriskSettings: readonly SourceSetting[] = [
  {
    name: 'outboundContexts',
    type: 'words',
    label: 'Contexts of outbound calls',
    description:
      'Contexts of the dial plan in which calls go out, such as from-internal; all others are inbound then. Without them the numbers decide.',
  },
  {
    name: 'mappings',
    type: 'longText',
    label: 'Mapping of cdr_custom',
    description:
      'The line under [mappings] in cdr_custom.conf, where it is not the one that Asterisk is shipped with.',
    placeholder: 'Master.csv => ${CSV_QUOTE(${CDR(clid)})},${CSV_QUOTE(${CDR(src)})},…',
    way: 'file',
  },
  {
    name: 'dateOrder',
    type: 'choice',
    label: 'Order of dates',
    description: 'How a date such as 3/9/2017 is meant in files where the ids of calls do not tell.',
    choices: [
      { value: 'dayFirst', label: 'Day first' },
      { value: 'monthFirst', label: 'Month first' },
    ],
    default: 'dayFirst',
    way: 'file',
  },
  {
    name: 'queueLog',
    type: 'switch',
    label: 'Queue log',
    description:
      'A queue_log of this switch is imported too. It fills queue, wait and agent of the calls in the CDR files, whichever comes first. Importing takes longer then.',
    default: false,
    way: 'file',
  },
  {
    name: 'recordingsFolder',
    type: 'text',
    label: 'Folder of recordings',
    description:
      'Where the portal finds the sound files of the switch, such as a copy of /var/spool/asterisk/monitor: a folder that the operator of the portal allows.',
    way: 'file',
  },
]
