import type { SourceSetting } from '@callboard/contract/sources'
import { defaultDatabase, defaultPort, defaultTable } from './cdr-database.ts'
import { defaultManagerPort } from './manager/manager-connection.ts'
import { defaultLookBackHours, defaultRowsPerStep } from './fetch-cdr.ts'

const fileSettings: readonly SourceSetting[] = [
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
      'Turn it on where a queue_log of this switch is imported too. It fills queue, wait and agent of the calls in the CDR files, whichever comes first and however often. Importing takes longer then.',
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

const tlsChoices = [
  { value: 'verified', label: 'TLS, certificate checked' },
  { value: 'unverified', label: 'TLS, any certificate' },
  { value: 'none', label: 'None' },
]

const databaseSettings: readonly SourceSetting[] = [
  {
    name: 'host',
    type: 'host',
    label: 'Database server',
    description: 'The MariaDB or MySQL with the calls: its name or address. Without it no calls are fetched.',
    placeholder: 'pbx.example.com',
    way: 'fetch',
  },
  {
    name: 'port',
    type: 'number',
    label: 'Port',
    description: 'The port of the database server.',
    min: 1,
    max: 65_535,
    default: defaultPort,
    way: 'fetch',
  },
  {
    name: 'user',
    type: 'text',
    label: 'User',
    description: 'A user of the database that may SELECT from the table of calls and nothing else.',
    requiredWith: 'host',
    way: 'fetch',
  },
  {
    name: 'password',
    type: 'secret',
    label: 'Password',
    description: 'Of that user.',
    way: 'fetch',
  },
  {
    name: 'database',
    type: 'text',
    label: 'Database',
    description: 'The name of the database: that of FreePBX unless it was changed.',
    default: defaultDatabase,
    way: 'fetch',
  },
  {
    name: 'table',
    type: 'text',
    label: 'Table',
    description: 'The table with the call detail records.',
    default: defaultTable,
    way: 'fetch',
  },
  {
    name: 'tls',
    type: 'choice',
    label: 'Encryption',
    description:
      'How the connection to the database is protected. Without it anybody on the way reads the calls.',
    choices: tlsChoices,
    default: 'verified',
    way: 'fetch',
  },
  {
    name: 'fetchSince',
    type: 'day',
    label: 'Calls since',
    description: 'The first day whose calls are fetched; all of them without it.',
    way: 'fetch',
  },
  {
    name: 'lookBackHours',
    type: 'number',
    label: 'Look back (hours)',
    description:
      'A row is written when a leg ends, under the time at which it began. So far back it is looked for rows that came late, every quarter of an hour: more than the longest call takes.',
    min: 1,
    max: 168,
    default: defaultLookBackHours,
    way: 'fetch',
  },
  {
    name: 'rowsPerStep',
    type: 'number',
    label: 'Rows a step',
    description:
      'How many rows are read at once. After each step the database has a pause at least as long as the step took.',
    min: 100,
    max: 5000,
    default: defaultRowsPerStep,
    way: 'fetch',
  },
]

const managerSettings: readonly SourceSetting[] = [
  {
    name: 'managerHost',
    type: 'host',
    label: 'Manager interface (AMI)',
    description:
      'The name or address of the switch, to see calls while they happen. Without it they are seen when they have ended.',
    placeholder: 'pbx.example.com',
    way: 'connection',
  },
  {
    name: 'managerPort',
    type: 'number',
    label: 'Port of the manager interface',
    description: 'port or tlsbindaddr in manager.conf.',
    min: 1,
    max: 65_535,
    default: defaultManagerPort,
    way: 'connection',
  },
  {
    name: 'managerUser',
    type: 'text',
    label: 'Manager user',
    description:
      'A section of manager.conf with read = call,agent,dtmf,reporting and write = reporting: it may look and nothing else.',
    requiredWith: 'managerHost',
    way: 'connection',
  },
  {
    name: 'managerSecret',
    type: 'secret',
    label: 'Manager secret',
    description: 'secret in that section.',
    requiredWith: 'managerHost',
    way: 'connection',
  },
  {
    name: 'managerTls',
    type: 'choice',
    label: 'Encryption of the manager interface',
    description: 'Without it anybody on the way reads the calls and the secret.',
    choices: tlsChoices,
    default: 'none',
    way: 'connection',
  },
]

export const asteriskSettings: readonly SourceSetting[] = [
  ...fileSettings,
  ...databaseSettings,
  ...managerSettings,
]
