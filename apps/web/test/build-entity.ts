import type { Entity } from '@callboard/contract/entities'

/** A location of a customer, unless it is said otherwise. */
export function buildEntity(values: Partial<Entity> = {}): Entity {
  return {
    id: '01990000-0000-7000-8000-0000000000f1',
    type: 'location',
    code: 'loop',
    name: 'Loop',
    customerId: '01990000-0000-7000-8000-0000000000f3',
    customerName: 'Northside Dental',
    parentId: null,
    parentName: null,
    parentType: null,
    attributes: {},
    mergedIntoId: null,
    mergedIntoName: null,
    isActive: true,
    revision: 4,
    ...values,
  }
}
