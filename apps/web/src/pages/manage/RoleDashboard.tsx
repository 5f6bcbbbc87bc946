import {
  deleteRoleDashboard,
  type RoleDashboard as Loaded,
  updateRoleDashboard,
} from '@callboard/contract/dashboard'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { chosenLayout } from '#web/features/dashboard/editing/chosen-layout.ts'
import { dashboardParams, DashboardSearch } from '#web/features/dashboard/dashboard-search.ts'
import { LayoutEditor } from '#web/features/dashboard/editing/LayoutEditor.tsx'
import { roleDashboardQuery } from '#web/features/dashboard/queries.ts'
import { useLayoutDraft } from '#web/features/dashboard/editing/use-layout-draft.ts'
import { send } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/api-error.ts'
import { withParts } from '#web/lib/urls/url-state.ts'
import { AddPart } from '#web/pages/dashboard/AddPart.tsx'
import { useDashboardScope } from '#web/pages/dashboard/dashboard-scope.ts'
import { DashboardView } from '#web/pages/dashboard/DashboardView.tsx'
import { useDoneMessage } from '#web/records/done-message.tsx'
import { useInvalidate } from '#web/records/invalidate.ts'
import { useLeaveQuestion } from '#web/records/forms/leave-question.ts'
import { SaveError } from '#web/records/forms/SaveError.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { QuietText, Row } from '#web/ui/layout.tsx'
import { useMessage } from '#web/ui/message.tsx'

/** What those who have a role see on their dashboard until they choose for themselves. */
export function RoleDashboard({ id }: { id: string }) {
  const query = useQuery({ ...roleDashboardQuery(id), refetchOnWindowFocus: false })
  return (
    <QueryState query={query}>
      {(loaded) => <Editor key={loaded.revision} id={id} base={loaded} />}
    </QueryState>
  )
}

const changed = ['role'] as const

function Editor({ id, base }: { id: string; base: Loaded }) {
  const edited = useLayoutDraft(`role:${id}`, base)
  const [order, setOrder] = useState(base.order)
  const message = useMessage()
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const sayDone = useDoneMessage(changed)
  const isChanged = edited.isChanged || order !== base.order
  const write = async (values: {
    layout: Parameters<typeof chosenLayout>[0]
    order: number
    revision?: number
  }) => {
    const body = { ...chosenLayout(values.layout), order: values.order, revision: values.revision }
    const saved = await send(updateRoleDashboard, { params: { id }, body })
    client.setQueryData(roleDashboardQuery(id).queryKey, saved)
  }
  const saving = useMutation({
    mutationFn: async () => await write({ layout: edited.layout, order, revision: base.revision }),
    onSuccess: async () => {
      edited.forget()
      message.success('Saved.')
      await invalidate(...changed)
    },
  })
  const removal = useMutation({
    mutationFn: async () => await send(deleteRoleDashboard, { params: { id } }),
    onSuccess: async () => {
      await invalidate(...changed)
      sayDone(
        'The role no longer has its own dashboard.',
        async () => await write({ layout: base, order: base.order }),
      )
    },
    onError: (error) => message.error(errorText(error)),
  })
  useLeaveQuestion(
    () => isChanged && !saving.isSuccess,
    () => order === base.order && edited.isKept(),
  )
  return (
    <LayoutEditor
      edited={edited}
      words={wordsOf(base, isChanged)}
      buttons={
        <>
          {base.isSet && (
            <Button loading={removal.isPending} onClick={() => removal.mutate()}>
              Remove
            </Button>
          )}
          <Button
            type="primary"
            disabled={base.isSet && !isChanged}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          >
            Save
          </Button>
        </>
      }
      error={
        saving.error !== null && (
          <SaveError error={saving.error} fields={[]} onReload={() => void invalidate(...changed)} />
        )
      }
      first={<OrderPanel order={order} onChange={setOrder} />}
      addPart={
        <AddPart
          parts={edited.layout.parts}
          onAdd={(part) => edited.setParts([part, ...edited.layout.parts])}
        />
      }
      preview={<Preview edited={edited} />}
    />
  )
}

function wordsOf({ isSet }: Loaded, isChanged: boolean): string {
  if (!isSet)
    return 'This role has no dashboard of its own. Its users see the default dashboard shown here. Save to give them this one.'
  return isChanged ? 'Not saved yet' : 'Users with this role see it unless they customize their own'
}

interface OrderPanelProps {
  order: number
  onChange: (order: number) => void
}

function OrderPanel({ order, onChange }: OrderPanelProps) {
  return (
    <Panel title="Order among roles">
      <Row gap={12} align="flex-start">
        <InputNumber
          aria-label="Order among roles"
          precision={0}
          min={-1_000_000}
          max={1_000_000}
          value={order}
          onChange={(value) => onChange(value ?? 0)}
        />
        <QuietText fontSize={13}>
          For users with several roles, the dashboard with the lowest order is shown, then the first by name.
        </QuietText>
      </Row>
    </Panel>
  )
}

/** With the figures of whoever looks; its users see theirs. */
function Preview({ edited }: { edited: ReturnType<typeof useLayoutDraft> }) {
  const [params] = useSearchParams()
  const state = DashboardSearch.parse({ state: params.get('state') ?? undefined })
  const scope = useDashboardScope(state)
  return (
    <DashboardView
      layout={edited.layout}
      state={state}
      scope={scope}
      stateHref={(opened) => ({ search: withParts(params, dashboardParams({ state: opened })) })}
      onRemove={edited.removePart}
    />
  )
}
