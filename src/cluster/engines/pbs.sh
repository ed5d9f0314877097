#!/bin/sh
# @COMMAND@
# qsub FILE; when all have ended: loyd cluster join --db @DB@ @DIR@
# A task takes @SCRATCH@ MB in $TMPDIR.
#PBS -N @NAME@
#PBS -J 0-@LAST@
#PBS -r y
#PBS -j oe
#PBS -l select=1:ncpus=@THREADS@:mem=@MEMORY@mb
exec loyd cluster run --quiet --threads @THREADS@ @DIR@
