import { assignmentEndpoints } from '@callboard/contract/number-assignments'
import * as endpoints from '@callboard/contract/numbers'
import { defineFeature } from '../../feature.ts'
import { routeTo, routeWith } from '../../http/crud.ts'
import { route } from '../../http/route.ts'
import { ingestFeature } from '../ingest/feature.ts'
import * as assignments from './assignments.ts'
import { editNumbers, listNumberChanges, previewNumberEdit, undoNumberChange } from './number-changes.ts'
import { getNumber, listNumberActivity, listNumbers } from './numbers.ts'
import { findSilentNumbers } from './silent-numbers.ts'
import { findUnattributed } from './unattributed-store.ts'
import { resumeWriting, writingJob } from './writing-job.ts'

const viewing = { allOf: ['number.view'] } as const
const editing = { allOf: ['number.edit'] } as const

// Escaped as JSON, a file is longer.
const bodyBytesLimit = 2 * endpoints.maxCsvLength

export const numbersFeature = defineFeature({
  name: 'numbers',
  needs: () => [ingestFeature],
  menuItems: [
    {
      group: 'customers-entities',
      order: 25,
      key: 'numbers',
      label: 'Numbers',
      tooltip: 'What each tracking number stands for',
      ico: 'link',
      url: '/manage/numbers',
      claim: 'number.view',
    },
  ],
  open: ({ db, queue }) => ({
    services: {},
    running: [{ start: async () => await resumeWriting({ db, queue }) }],
  }),
  jobs: (context) => [writingJob(context)],
  overview: (context) => ({
    unattributed: findUnattributed(context),
    silentNumbers: findSilentNumbers(context),
  }),
  routes(routing, { ingest, queue, calls, snapshots }) {
    const parts = { db: routing.db, ingest, queue }
    const reading = { db: routing.db, calls, snapshots }
    route(routing, endpoints.searchNumbers, {
      access: viewing,
      handler: async ({ caller, body, accept }) =>
        await listNumbers(reading, caller, { ...body, isFile: accept === 'text/csv' }),
    })
    routeWith(routing, endpoints.listNumberActivity, {
      access: viewing,
      parts: reading,
      rule: listNumberActivity,
    })
    routeTo(routing, endpoints.getNumber, { access: viewing, rule: getNumber })
    routeWith(routing, endpoints.previewNumberEdit, {
      access: editing,
      parts,
      rule: previewNumberEdit,
      bodyBytesLimit,
    })
    routeWith(routing, endpoints.editNumbers, { access: editing, parts, rule: editNumbers, bodyBytesLimit })
    routeTo(routing, endpoints.searchNumberChanges, { access: viewing, rule: listNumberChanges })
    routeWith(routing, endpoints.undoNumberChange, { access: editing, parts, rule: undoNumberChange })
    const { search, create, get, update, remove } = assignmentEndpoints
    routeWith(routing, search, { access: viewing, parts, rule: assignments.listAssignments })
    routeWith(routing, create, { access: editing, parts, rule: assignments.createAssignment })
    routeWith(routing, get, { access: viewing, parts, rule: assignments.getAssignment })
    routeWith(routing, update, { access: editing, parts, rule: assignments.updateAssignment })
    routeWith(routing, remove, { access: editing, parts, rule: assignments.deleteAssignment })
  },
})
