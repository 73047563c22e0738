-- Each node removes its own unfinished uploads now, so the task of the queue is no more. Its last job would wait for ever.
delete from jobs where task = 'forget-unfinished-uploads';
delete from schedules where task = 'forget-unfinished-uploads';
