import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useState } from 'react'
import classes from '#web/features/entity-groups/MemberList.module.css'
import { errorText } from '#web/lib/api.ts'
import type { ListState } from '#web/lib/list-url.ts'
import { LoadedList, type LoadedListProps } from '#web/records/LoadedList.tsx'
import { FoundMany } from '#web/records/FoundMany.tsx'
import type { Choice, ChoiceOf } from '#web/records/FoundSelect.tsx'

interface MemberListProps<T, S extends ListState> extends Pick<
  LoadedListProps<T, S>,
  'kind' | 'noun' | 'search' | 'load' | 'columns'
> {
  /** Who or what may be added. */
  choice: Omit<ChoiceOf, 'nameOf'>
  add: (ids: string[]) => Promise<unknown>
  remove: (ids: string[]) => Promise<unknown>
}

/** What is in a group: more are found and added, those that are ticked are removed. */
export function MemberList<T extends { id: string }, S extends ListState>({
  choice,
  add,
  remove,
  ...list
}: MemberListProps<T, S>) {
  const { kind, noun } = list
  const client = useQueryClient()
  const { message } = App.useApp()
  const [chosen, setChosen] = useState<Choice[]>([])
  const [ticked, setTicked] = useState<string[]>([])
  const failed = (error: Error) => void message.error(errorText(error))
  const adding = useMutation({
    mutationFn: add,
    onError: failed,
    onSuccess: async () => {
      setChosen([])
      await client.invalidateQueries({ queryKey: [kind] })
    },
  })
  const removing = useMutation({
    mutationFn: remove,
    onError: failed,
    onSuccess: () => setTicked([]),
    onSettled: async () => await client.invalidateQueries({ queryKey: [kind] }),
  })
  return (
    <LoadedList<T, S>
      {...list}
      selection={{ keys: ticked, onChange: setTicked }}
      renderFilters={() => (
        <>
          <div className={classes.add}>
            <FoundMany
              choice={choice}
              label={`Add ${noun}`}
              placeholder={`Find ${noun} to add`}
              className={classes.choice}
              value={chosen}
              onChange={setChosen}
            />
            <Button
              type="primary"
              disabled={chosen.length === 0}
              loading={adding.isPending}
              onClick={() => adding.mutate(chosen.map(({ value }) => value))}
            >
              Add
            </Button>
          </div>
          <Button
            danger
            disabled={ticked.length === 0}
            loading={removing.isPending}
            onClick={() => removing.mutate(ticked)}
          >
            {ticked.length === 0 ? 'Remove' : `Remove ${ticked.length.toLocaleString()}`}
          </Button>
        </>
      )}
    />
  )
}
