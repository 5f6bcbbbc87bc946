import { getCustomer } from '@callboard/contract/customers'
import { createSource, type Source } from '@callboard/contract/sources'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sourceNameOf } from '#web/features/imports/chosen-file.ts'
import { send } from '#web/lib/api/api.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { useTimeZone } from '#web/lib/session/current-user.ts'
import { fewCustomersQuery } from '#web/records/choices/few-customers.ts'
import { mappedKind } from '#web/records/choices/source-kinds.ts'
import { useInvalidate } from '#web/records/invalidate.ts'

/** What somebody has entered; the rest follows from the file and the customer. */
interface Entered {
  name?: string
  customerId?: string | null
  timeZone?: string
}

interface SourceValues {
  name: string
  customerId: string
  timeZone: string
}

export interface NewSource {
  name: string
  customerId: string | undefined
  /** Undefined until that of the customer is known. */
  timeZone: string | undefined
  isLoading: boolean
  hasNoCustomer: boolean
  enter: (part: Entered) => void
  /** What has to be said first. */
  missing: string | undefined
  /** Undefined while something is missing. */
  create: ((onCreated: (source: Source) => void) => void) | undefined
  isPending: boolean
  error: Error | null
}

/** A source for the file of a system that is not there yet. What was entered stays when it cannot be made. */
export function useNewSource(file: File | undefined, isOffered: boolean): NewSource {
  const [entered, setEntered] = useState<Entered>({})
  const invalidate = useInvalidate()
  const making = useMutation({
    mutationFn: async (values: SourceValues) =>
      await send(createSource, { body: { ...values, kind: mappedKind } }),
    onSettled: () => invalidate('source'),
  })
  const { data: few, isPending: isLoading } = useQuery({ ...fewCustomersQuery, enabled: isOffered })
  const [first, ...others] = few?.items ?? []
  const only = others.length === 0 ? first?.id : undefined
  const customerId = (entered.customerId === undefined ? only : entered.customerId) ?? undefined
  const hasNoCustomer = few?.items.length === 0
  const timeZone = useZoneOf(customerId)
  const name = entered.name ?? (file === undefined ? '' : sourceNameOf(file.name))
  const zone = entered.timeZone ?? timeZone
  const values =
    name.trim() === '' || customerId === undefined || zone === undefined
      ? undefined
      : { name: name.trim(), customerId, timeZone: zone }
  return {
    name,
    customerId,
    timeZone: zone,
    isLoading: isOffered && isLoading,
    hasNoCustomer,
    enter: (part) => {
      setEntered({ ...entered, ...part })
      making.reset()
    },
    missing: missingOf({ name, customerId, hasNoCustomer }),
    create: values && ((onCreated) => making.mutate(values, { onSuccess: onCreated })),
    isPending: making.isPending,
    error: making.error,
  }
}

/** Without any customer, that is said in place of the fields. */
function missingOf({
  name,
  customerId,
  hasNoCustomer,
}: Pick<NewSource, 'name' | 'customerId' | 'hasNoCustomer'>) {
  if (hasNoCustomer) return undefined
  if (name.trim() === '') return 'Enter a name first.'
  return customerId === undefined ? 'Choose a customer first.' : undefined
}

/** That of a customer, or of whoever looks while there is none. */
function useZoneOf(customerId: string | undefined): string | undefined {
  const ownZone = useTimeZone()
  const { data, isPending } = useQuery({
    ...endpointQuery('customer', getCustomer, { params: { id: customerId ?? '' } }),
    enabled: customerId !== undefined,
  })
  if (customerId === undefined) return ownZone
  return isPending ? undefined : (data?.timeZone ?? ownZone)
}
