import { type AttributeField, attributeField, declareAttribute } from '@callboard/contract/attribute-fields'
import { type CallAttribute, listCallAttributes } from '@callboard/contract/attributes'
import type { FieldDeclaration } from '@callboard/contract/field-declaration'
import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'

/** An attribute as any field of a call is declared. */
export interface AttributeDeclaration extends FieldDeclaration {
  name: AttributeField
  /** By which a call of its customer has it. */
  key: string
  customerId: string
  /** Without that of its customer. */
  ownName: string
}

/** By the names that filters, dimensions and columns have for them, in alphabetical order. */
export type CallAttributes = ReadonlyMap<string, AttributeDeclaration>

const query = {
  ...endpointQuery('attribute', listCallAttributes, {}),
  // They are changed seldom.
  staleTime: 60_000,
  select: declared,
}

function declared(attributes: CallAttribute[]): CallAttributes {
  return new Map(
    attributes.map((attribute) => {
      const { id, key, customerId, name: ownName } = attribute
      const name = attributeField(id)
      return [name, { ...declareAttribute(attribute), name, key, customerId, ownName }]
    }),
  )
}

const none: CallAttributes = new Map()

/** What the customers whose calls the user sees have added to the fields of calls; none until they are known. */
export function useCallAttributes(): CallAttributes {
  return useQuery(query).data ?? none
}
