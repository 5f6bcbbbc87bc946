import { type Claim, entityTypes } from '@callboard/contract/claims'
import type { Need } from './recording-needs.ts'

const editing: Need = ['number.edit']
const viewing: Need = ['number.view', 'number.edit']

const viewingEntities: Need = entityTypes.flatMap((type): Claim[] => [`${type}.view`, `${type}.edit`])
const editingEntities: Need = entityTypes.map((type): Claim => `${type}.edit`)

/** Who may call what of numbers, and of how calls are routed. */
export const numberNeeds: Record<string, Need> = {
  'GET /api/reportingentity/entity/{id}/routing': viewingEntities,
  'PUT /api/reportingentity/entity/{id}/routing': editingEntities,
  'GET /api/reportingentity/entity/{id}/routing/shares': viewingEntities,
  'POST /api/reportingentity/entity/{id}/merge': editingEntities,
  'POST /api/reportingentity/entity/{id}/separate': editingEntities,
  'POST /api/number/search': viewing,
  'POST /api/number/activity': viewing,
  'GET /api/number/{id}': viewing,
  'POST /api/number/edit/preview': editing,
  'POST /api/number/edit': editing,
  'POST /api/number/change/search': viewing,
  'POST /api/number/change/{id}/undo': editing,
  'POST /api/numberassignment/search': viewing,
  'POST /api/numberassignment': editing,
  'GET /api/numberassignment/{id}': viewing,
  'PUT /api/numberassignment/{id}': editing,
  'DELETE /api/numberassignment/{id}': editing,
}
