import type { ClickhouseMigration } from '#server/db/calls/clickhouse-migrations.ts'
import { calls } from './0001-calls.ts'
import { relationChanges } from './0002-relation-changes.ts'
import { externalIdIndex } from './0003-external-id-index.ts'
import { callerKey } from './0004-caller-key.ts'
import { snapshots } from './0005-snapshots.ts'
import { targetNumberIndex } from './0006-target-number-index.ts'
import { smallParts } from './0007-small-parts.ts'
import { annotationChanges } from './0008-annotation-changes.ts'
import { recordings } from './0009-recordings.ts'
import { oneWriter } from './0010-one-writer.ts'
import { recordingSounds } from './0011-recording-sounds.ts'
import { fieldsOfPhoneSystems } from './0012-fields-of-phone-systems.ts'
import { sentFields } from './0013-sent-fields.ts'
import { attributes } from './0014-attributes.ts'
import { numberAssignments } from './0015-number-assignments.ts'
import { phases } from './0016-phases.ts'
import { callsThatTrickle } from './0017-calls-that-trickle.ts'

export const clickhouseMigrations: readonly ClickhouseMigration[] = [
  calls,
  relationChanges,
  externalIdIndex,
  callerKey,
  snapshots,
  targetNumberIndex,
  smallParts,
  annotationChanges,
  recordings,
  oneWriter,
  recordingSounds,
  fieldsOfPhoneSystems,
  sentFields,
  attributes,
  numberAssignments,
  phases,
  callsThatTrickle,
]
