import { typeLabel } from '@callboard/contract/change-words'
import * as endpoints from '@callboard/contract/change-tracking'
import { formatCount } from '@callboard/contract/format'
import { useMutation } from '@tanstack/react-query'
import { App, Button, type ModalFuncProps } from 'antd'
import { send } from '#web/lib/api/api.ts'
import { explainedError } from '#web/lib/api/api-error.ts'
import classes from '#web/records/changes/ChainCheckButton.module.css'
import { useMessage } from '#web/ui/message.tsx'
import { Text } from '#web/ui/layout.tsx'

const kinds = {
  changed: 'was changed after it was written',
  removed: 'is missing',
  cut: 'and all later records are missing',
  notSealed: 'was not written by the portal, or its seal is missing',
} as const satisfies Record<endpoints.ChainError['kind'], string>

/** Verifies the chain of seals and shows the result. */
export function ChainCheckButton() {
  const { modal } = App.useApp()
  const message = useMessage()
  const checking = useMutation({
    mutationFn: async () => await send(endpoints.checkChain, {}),
    onSuccess: (result) => {
      // The button must not wait for the dialog to close.
      void modal[result.isWhole ? 'success' : 'error'](dialogOf(result))
    },
    onError: (error) => message.error(explainedError(error)),
  })
  return (
    <Button loading={checking.isPending} onClick={() => checking.mutate()}>
      Check the chain
    </Button>
  )
}

function dialogOf(check: endpoints.ChainCheck): ModalFuncProps {
  if (check.isWhole) return { title: 'All change records are intact', content: <Whole check={check} /> }
  return {
    title: 'The change records were altered',
    content: <Problems check={check} />,
    width: 640,
  }
}

function Whole({ check: { checked, head } }: { check: endpoints.ChainCheck }) {
  return (
    <>
      <p>{formatCount(checked)} records were checked. Each one is sealed with the one before it.</p>
      {head !== null && (
        <p>
          The chain ends with{' '}
          <Text as="code" breaks="anywhere">
            {head}
          </Text>
          . Store it elsewhere to be able to prove later that no record was removed.
        </p>
      )}
    </>
  )
}

function Problems({ check: { errors } }: { check: endpoints.ChainCheck }) {
  return (
    <ul className={classes.errors}>
      {errors.map(({ kind, position, changeId, tableType, recordName }) => (
        <li key={`${kind} ${position ?? ''} ${changeId ?? ''}`}>
          {position === null ? 'A record' : `Record ${formatCount(position)}`}
          {tableType !== null && ` (${typeLabel(tableType, 'label')} ${recordName ?? ''})`} {kinds[kind]}.
        </li>
      ))}
    </ul>
  )
}
