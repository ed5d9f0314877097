# Generates again the data that the project itself computed.
data: $(BUILD)/distributions
	$(call say,CMP,data/distributions.txt)$(BUILD)/distributions | \
	    cmp - data/distributions.txt
	$(call say,CMP,data/distributions_mtm.txt)$(BUILD)/distributions mtm | cmp - data/distributions_mtm.txt

# The samples of 27 classes, by effort quick: minutes on all cores.
estimates: $(command)
	$(call say,GEN,data/estimates.tsv)sh tests/data/estimates.sh $(BOARDS) \
	    >$(BUILD)/estimates.tsv
	$(quiet)mv $(BUILD)/estimates.tsv data/estimates.tsv

# Continues $(BUILD)/proven.tsv if it is there: a run that was stopped, or a copy
# of data/proven.tsv, to spend more nodes on it.
proven: $(BUILD)/proven
	@mkdir -p $(BUILD)/cache
	$(call say,GEN,data/proven.tsv)$(BUILD)/proven $(NODES) $(BUILD)/proven.tsv $(BUILD)/cache
	$(quiet)cp $(BUILD)/proven.tsv data/proven.tsv

$(BUILD)/distributions: tests/data/distributions.c
$(BUILD)/proven: tests/data/proven.c

.PHONY: data estimates proven
