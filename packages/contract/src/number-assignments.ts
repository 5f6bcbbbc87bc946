import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Assignment, GivenAssignment, NumberLine, NumberPreview } from './numbers.ts'
import { idOf, withExample } from './examples.ts'
import { QueryFlag, searchBodyOf } from './paging.ts'
import { recordEndpoints } from './record-endpoints.ts'
import { Guid, InstantWithOffset } from './scalars.ts'

/** One assignment of a tracking number, with whose it is. */
export const NumberAssignment = Assignment.extend({
  /** Of the entity. */
  numberId: Guid,
  /** E.164, as calls carry it. */
  number: z.string(),
  customerId: Guid,
  /** Of the monthly cost. */
  currency: z.string(),
  revision: z.int(),
})
export type NumberAssignment = z.infer<typeof NumberAssignment>

/** What a change would do. */
export const AssignmentPreview = NumberPreview.pick({ calls: true, examples: true })
export type AssignmentPreview = z.infer<typeof AssignmentPreview>

const { id: _id, ...fields } = GivenAssignment.shape

export const assignmentSorts = ['number', 'from'] as const

const plain = recordEndpoints('numberAssignment', {
  record: NumberAssignment,
  search: searchBodyOf(assignmentSorts, {
    customerId: Guid.optional(),
    /** Of this number: the id of its entity. */
    numberId: Guid.optional(),
    /** Those in force at this moment. */
    at: InstantWithOffset.optional(),
  }),
  fields,
  ofNew: {
    number: withExample(NumberLine.shape.number, '+18005550100'),
    /** The caller’s own unless given. */
    customerId: idOf('customer').optional(),
  },
  summaries: {
    search:
      'What tracking numbers stood for and stand for, an assignment each; those of active numbers unless asked otherwise.',
    create:
      'Says what a tracking number stands for from one moment to another. A number that is unknown is added. Calls of that time follow.',
    update: 'Changes an assignment. Calls that it touches follow within seconds or minutes.',
    remove: 'Deletes an assignment. Calls lose what they got from it.',
  },
})

const query = z.strictObject({
  preview: QueryFlag.default(false).describe(
    'Answers how many calls would change, and ten of them, and changes nothing.',
  ),
})
const response = z.union([NumberAssignment, AssignmentPreview])

/** For programs that keep what numbers stand for; the portal itself edits whole timelines. */
export const assignmentEndpoints = {
  search: endpoint({ ...plain.search, calledBy: 'programs' }),
  create: endpoint({ ...plain.create, query, response, calledBy: 'programs' }),
  get: endpoint({ ...plain.get, calledBy: 'programs' }),
  update: endpoint({ ...plain.update, query, response, calledBy: 'programs' }),
  remove: endpoint({
    ...plain.remove,
    query,
    response: AssignmentPreview,
    orNoContent: true,
    calledBy: 'programs',
  }),
}
