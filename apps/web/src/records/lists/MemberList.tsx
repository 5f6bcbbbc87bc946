import { formatCount } from '@callboard/contract/format'
import { useState } from 'react'
import type { Subject } from '#web/lib/api/endpoint-query.ts'
import type { ListState } from '#web/lib/urls/list-url.ts'
import { ActionButton } from '#web/records/ActionButton.tsx'
import { LoadedList, type LoadedListProps } from '#web/records/lists/LoadedList.tsx'
import type { Choice, RecordChoice } from '#web/records/choices/record-choice.ts'
import { RecordMultiSelect } from '#web/records/RecordSelect.tsx'
import { Row } from '#web/ui/layout.tsx'

interface MemberListProps<T, S extends ListState> extends Pick<
  LoadedListProps<T, S>,
  'noun' | 'search' | 'query' | 'columns'
> {
  /** Who or what may be added. */
  choice: Omit<RecordChoice, 'nameOf'>
  changes: readonly Subject[]
  add: (ids: string[]) => Promise<unknown>
  remove: (ids: string[]) => Promise<unknown>
}

/** What is in a group: more are found and added, those that are ticked are removed. */
export function MemberList<T extends { id: string }, S extends ListState>({
  choice,
  changes,
  add,
  remove,
  ...list
}: MemberListProps<T, S>) {
  const { noun } = list
  const [chosen, setChosen] = useState<Choice[]>([])
  const [ticked, setTicked] = useState<string[]>([])
  return (
    <LoadedList<T, S>
      {...list}
      selection={{ keys: ticked, onChange: setTicked }}
      renderFilters={() => (
        <>
          <Row gap={8} flex="1 1 320px" maxWidth={560}>
            <RecordMultiSelect
              choice={choice}
              label={`Add ${noun}`}
              placeholder={`Find ${noun} to add`}
              value={chosen}
              onChange={setChosen}
            />
            <ActionButton
              type="primary"
              disabled={chosen.length === 0}
              action={() => add(chosen.map(({ value }) => value))}
              changes={changes}
              onDone={() => setChosen([])}
            >
              Add
            </ActionButton>
          </Row>
          <ActionButton
            danger
            disabled={ticked.length === 0}
            action={() => remove(ticked)}
            undo={() => add(ticked)}
            done={`${formatCount(ticked.length)} removed.`}
            changes={changes}
            onDone={() => setTicked([])}
          >
            {ticked.length === 0 ? 'Remove' : `Remove ${formatCount(ticked.length)}`}
          </ActionButton>
        </>
      )}
    />
  )
}
