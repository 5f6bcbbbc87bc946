import { type Routing, updateRouting } from '@callboard/contract/routing'
import type { Input } from '@callboard/contract/endpoint'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { send } from '#web/lib/api/api.ts'
import { narrowList, useMediaQuery } from '#web/lib/media-query.ts'
import { DateItem } from '#web/records/forms/DateItem.tsx'
import { EditForm } from '#web/records/forms/EditForm.tsx'
import { LongTextItem } from '#web/records/forms/FormItems.tsx'
import { routingWords } from '#web/records/routing/routing-words.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { Hint } from '#web/ui/layout.tsx'

type Body = Input<typeof updateRouting>['body']

interface VersionDrawerProps<V extends object> {
  routing: Routing
  /** Whether it is another one. */
  isNew: boolean
  initialValues: V
  makeBody: (values: V) => Body
  onClose: () => void
  children: ReactNode
}

/** What an entity does from a day on. */
export function VersionDrawer<V extends object>(props: VersionDrawerProps<V>) {
  const { routing, isNew, initialValues, makeBody, onClose, children } = props
  const words = routingWords[routing.type]
  const isNarrow = useMediaQuery(narrowList)
  const invalidate = useInvalidate()
  return (
    <Drawer
      open
      title={isNew ? words.add : words.edit}
      size={isNarrow ? '100vw' : 'clamp(520px, 48vw, 760px)'}
      styles={{ body: { paddingBottom: 0 } }}
      onClose={onClose}
    >
      <Hint margin="0 0 16px">{words.meaning}</Hint>
      <EditForm<V>
        name="routing"
        isNew
        isWide
        initialValues={initialValues}
        save={async (values) => {
          await send(updateRouting, { params: { id: routing.entityId }, body: makeBody(values) })
          await invalidate('entity', 'call')
          onClose()
        }}
      >
        <DateItem
          name="from"
          label="First day"
          timeZone={routing.timeZone}
          extra="Leave empty if it always was so. It holds until the next one begins."
        />
        {children}
        <LongTextItem name="note" label="Note" />
      </EditForm>
    </Drawer>
  )
}
