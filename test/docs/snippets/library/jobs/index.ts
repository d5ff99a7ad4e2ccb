import { defineCatalogue } from 'millrace';
import { noteWrite } from './note-write.ts';

export const catalogue = defineCatalogue({
  owners: { notes: { team: 'Notes', alarmEmail: 'notes-alarms@example.com' } },
  jobs: [noteWrite],
});
